"""The loop: actions, decisions, state, frames, chance, records. It knows neither boards nor games."""
