using System.Collections.Immutable;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>A read plan of classic S7: its requests, and jobs with prebuilt frames. Immutable except for the jobs, which are reused for every cycle.</summary>
internal sealed class S7ScanPlan : ScanPlan
{
    /// <summary>The requests, for display.</summary>
    public required ImmutableArray<PlanRequest> Requests { get; init; }

    /// <summary>One job per request, in the same order.</summary>
    public required S7ReadJob[] Jobs { get; init; }

    /// <summary>The range of each item, in the order of <see cref="ScanPlan.Items"/>.</summary>
    public required S7Range[] Ranges { get; init; }

    public override int JobCount => Jobs.Length;

    /// <summary>The ranges of <paramref name="count"/> items from <paramref name="firstItem"/> on.</summary>
    public S7Range[] RangesOf(int firstItem, int count) => Ranges[firstItem..(firstItem + count)];

    public override (int Asked, int Answered) LastAnswerOf(int job) => (Jobs[job].Count, Jobs[job].AnsweredItems);

    /// <summary>A new job for each request.</summary>
    public static S7ReadJob[] JobsOf(IEnumerable<PlanRequest> requests) =>
        [.. requests.Select(static request => new S7ReadJob([.. request.Items.Select(static item => item.Range)]))];

    protected override bool AsksForTheSame(ScanPlan other) => other is S7ScanPlan plan && Ranges.AsSpan().SequenceEqual(plan.Ranges);
}
