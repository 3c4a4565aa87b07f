using System.Collections.Immutable;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>A read plan of classic S7: its requests, and the jobs whose frames are built. Immutable, but for the jobs, of which each is sent again and again.</summary>
internal sealed class S7ScanPlan : ScanPlan
{
    /// <summary>What it asks for, to be shown.</summary>
    public required ImmutableArray<PlanRequest> Requests { get; init; }

    /// <summary>One job per request.</summary>
    public required S7ReadJob[] Jobs { get; init; }

    /// <summary>What each item asks for, in the order of <see cref="ScanPlan.Items"/>.</summary>
    public required S7Range[] Ranges { get; init; }

    public override int JobCount => Jobs.Length;

    /// <summary>What some neighbouring items ask for.</summary>
    public S7Range[] RangesOf(int firstItem, int count) => Ranges[firstItem..(firstItem + count)];

    public override (int Asked, int Answered) LastAnswerOf(int job) => (Jobs[job].Count, Jobs[job].AnsweredItems);

    protected override bool AsksForTheSame(ScanPlan other) => other is S7ScanPlan plan && Ranges.AsSpan().SequenceEqual(plan.Ranges);
}
