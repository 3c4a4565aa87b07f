using Microsoft.Extensions.Time.Testing;

namespace S7OpcBridge.Testing;

/// <summary>A clock that stands until a test moves it, from 2026 on; timers fire on the thread that does.</summary>
public sealed class ManualClock() : FakeTimeProvider(new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero));
