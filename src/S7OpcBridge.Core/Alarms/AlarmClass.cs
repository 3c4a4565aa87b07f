namespace S7OpcBridge.Core;

/// <summary>A class of alarms, as WinCC has them: how important they are and whether somebody must acknowledge.</summary>
/// <param name="Name">Its name in the map: Errors, Warnings.</param>
/// <param name="Severity">Severity of the events, 1 to 1000 (Part 5, 6.4.2).</param>
/// <param name="Acknowledge">True: an alarm stays until it was acknowledged.</param>
/// <param name="Confirm">True: it must be confirmed after that.</param>
public sealed record AlarmClass(string Name, int Severity = 500, bool Acknowledge = true, bool Confirm = false)
{
    /// <summary>The class of alarms that name none, where the map has no default of its own.</summary>
    public static AlarmClass Default { get; } = new("Alarms");
}
