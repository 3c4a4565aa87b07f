using S7OpcBridge.Core.Links;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>A read plan of S7CommPlus: its requests, and behind them the tags of which it is known without asking that they cannot be read. Immutable, but for the jobs.</summary>
internal sealed class PlusScanPlan : ScanPlan
{
    /// <summary>The symbols that it was made of.</summary>
    public required PlusSymbols Symbols { get; init; }

    /// <summary>One job per request.</summary>
    public required S7PlusReadJob[] Jobs { get; init; }

    /// <summary>What each item asks for, in the order of <see cref="ScanPlan.Items"/>.</summary>
    public required S7PlusItem[] Asked { get; init; }

    /// <summary>What is wrong with the items behind those; they are a job of their own, which is answered on the spot.</summary>
    public required PlusRefusal[] Refusals { get; init; }

    public override int JobCount => Jobs.Length + (Refusals.Length > 0 ? 1 : 0);

    /// <summary>True: the job is not sent.</summary>
    public bool IsLocal(int job) => job == Jobs.Length;

    public override (int Asked, int Answered) LastAnswerOf(int job) => IsLocal(job) ? (Refusals.Length, Refusals.Length) : (Jobs[job].Count, Jobs[job].Count);

    protected override bool AsksForTheSame(ScanPlan other) =>
        other is PlusScanPlan plan && ReferenceEquals(Symbols, plan.Symbols) && Asked.AsSpan().SequenceEqual(plan.Asked) && Refusals.AsSpan().SequenceEqual(plan.Refusals);
}
