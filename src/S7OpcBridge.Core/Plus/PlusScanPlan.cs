using S7OpcBridge.Core.Links;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>
/// A read plan of S7CommPlus: its requests, behind them as one job what the CPU sends by itself, and behind that as one job the tags of which it is known
/// without asking that they cannot be read. Immutable, but for the jobs.
/// </summary>
internal sealed class PlusScanPlan : ScanPlan
{
    /// <summary>The symbols that it was made of.</summary>
    public required PlusSymbols Symbols { get; init; }

    /// <summary>One job per request.</summary>
    public required S7PlusReadJob[] Jobs { get; init; }

    /// <summary>What the CPU sends by itself; null: nothing.</summary>
    public required PlusFeed? Feed { get; init; }

    /// <summary>What each item asks for, in the order of <see cref="ScanPlan.Items"/>.</summary>
    public required S7PlusItem[] Asked { get; init; }

    /// <summary>What is wrong with the items behind those.</summary>
    public required PlusRefusal[] Refusals { get; init; }

    public override int JobCount => Jobs.Length + (Feed is null ? 0 : 1) + (Refusals.Length > 0 ? 1 : 0);

    public override int SubscribedItems => Feed is { IsSubscribed: true } feed ? feed.Count : 0;

    public override int PolledItems => Asked.Length - SubscribedItems;

    /// <summary>True: the job is that of <see cref="Feed"/>.</summary>
    public bool IsFeed(int job) => job == Jobs.Length && Feed is not null;

    /// <summary>True: the job is that of <see cref="Refusals"/>.</summary>
    public bool IsLocal(int job) => job >= Jobs.Length && !IsFeed(job);

    public override bool IsSent(int job) => job < Jobs.Length;

    public override (int Asked, int Answered) LastAnswerOf(int job)
    {
        var count =
            IsFeed(job) ? Feed!.Count
            : IsLocal(job) ? Refusals.Length
            : Jobs[job].Count;
        return (count, count);
    }

    protected override bool AsksForTheSame(ScanPlan other) =>
        other is PlusScanPlan plan
        && ReferenceEquals(Symbols, plan.Symbols)
        && Feed?.Count == plan.Feed?.Count
        && Feed?.Scan == plan.Feed?.Scan
        && Asked.AsSpan().SequenceEqual(plan.Asked)
        && Refusals.AsSpan().SequenceEqual(plan.Refusals);
}
