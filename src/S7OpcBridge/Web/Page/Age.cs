namespace S7OpcBridge;

/// <summary>Ages are told instead of times: the clock of who looks need not be ours.</summary>
internal static class Age
{
    /// <summary>Milliseconds since then, not below 0; null: never.</summary>
    public static double? Of(DateTime? then, DateTimeOffset now) => then is { } time ? Math.Max(0, Math.Round((now.UtcDateTime - time).TotalMilliseconds)) : null;
}
