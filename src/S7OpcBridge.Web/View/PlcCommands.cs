using S7OpcBridge.Core;

namespace S7OpcBridge.Web;

/// <summary>What pages ask to be done with PLCs, as functions that the program fills in. Any thread.</summary>
public sealed record PlcCommands
{
    /// <summary>
    /// Examines a PLC of the running map as <c>doctor</c> does, over the bridge's own connection, and tells the results so far after each stage; null: there
    /// is no such PLC.
    /// </summary>
    public Func<string, Action<PlcReport>, CancellationToken, Task<PlcReport?>> ExamineAsync { get; init; } =
        static (_, _, _) => Task.FromResult<PlcReport?>(null);

    /// <summary>Finds out what answers at an address, and tells the results so far after each stage.</summary>
    public Func<SoughtPlc, Action<PlcReport>, CancellationToken, Task<FoundPlc>> SearchAsync { get; init; } =
        static (_, _, _) => Task.FromResult(new FoundPlc([]));

    /// <summary>Closes the connection of a PLC for a while; zero: takes it again.</summary>
    public Func<string, TimeSpan, CommandOutcome> Release { get; init; } = static (_, _) => CommandOutcome.NotHere;

    /// <summary>Reads the map again, for a user.</summary>
    public Func<string, CommandOutcome> Reload { get; init; } = static _ => CommandOutcome.NotHere;
}
