using S7OpcBridge.Core;
using S7OpcBridge.Import;

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

    /// <summary>Asks a CPU for its symbols or its data blocks, over a connection of its own.</summary>
    public Func<CpuWish, CancellationToken, Task<CpuAnswer>> BrowseAsync { get; init; } =
        static (_, _) => Task.FromResult(new CpuAnswer(List: null, CommandOutcome.NotHere.Sentence));

    /// <summary>Closes the connection of a PLC for a while; zero: takes it again.</summary>
    public Func<string, TimeSpan, CommandOutcome> Release { get; init; } = static (_, _) => CommandOutcome.NotHere;

    /// <summary>Reads the map again, for a user.</summary>
    public Func<string, CommandOutcome> Reload { get; init; } = static _ => CommandOutcome.NotHere;
}

/// <summary>A CPU to ask for what it has.</summary>
/// <param name="Host">Its name or address.</param>
/// <param name="Port">Its TCP port.</param>
/// <param name="BySymbol">True: its symbols by S7CommPlus; false: its data blocks by classic S7.</param>
public sealed record CpuWish(string Host, int Port, bool BySymbol)
{
    /// <summary>Its profile; null: not known.</summary>
    public string? Profile { get; init; }

    /// <summary>0 to 7; null: as the profile has it.</summary>
    public int? Rack { get; init; }

    /// <summary>0 to 31; null: as the profile has it.</summary>
    public int? Slot { get; init; }

    /// <summary>Its password, used for this question only; null: none.</summary>
    public string? Password { get; init; }

    /// <summary>The user of the password; null: the CPU has access levels only.</summary>
    public string? User { get; init; }

    /// <summary>Thumbprint of the certificate that the CPU has to show; null: any, as nothing secret is sent.</summary>
    public string? Certificate { get; init; }

    /// <summary>The address only: the whole record contains a password.</summary>
    public override string ToString() => $"{Host}:{Port}";
}

/// <summary>What a CPU answered.</summary>
/// <param name="List">What it has; null: see the fault.</param>
/// <param name="Fault">Why it told nothing, with the remedy; null: it did.</param>
public sealed record CpuAnswer(ImportList? List, string? Fault);
