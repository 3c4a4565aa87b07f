namespace S7OpcBridge.Web.Answers;

/// <summary>Converts times to ages, because the browser's clock may differ from the bridge's.</summary>
internal static class Age
{
    /// <summary>Milliseconds since a time, at least 0; null: never.</summary>
    public static double? MillisecondsSince(DateTime? then, DateTimeOffset now) =>
        then is { } time ? Math.Max(0, Math.Round((now.UtcDateTime - time).TotalMilliseconds)) : null;
}
