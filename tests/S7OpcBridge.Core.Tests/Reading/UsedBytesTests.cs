using S7OpcBridge.Core.Plans;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Tests;

/// <summary>What a plan reads that tags own.</summary>
public sealed class UsedBytesTests
{
    [Test]
    public void Bytes_of_overlapping_tags_count_once_and_gaps_are_what_no_tag_owns()
    {
        var ranges = new PlanRange[]
        {
            new(new S7Range(S7Area.DataBlock, 1, 0, 4)),
            new(new S7Range(S7Area.DataBlock, 1, 2, 4)),
            new(new S7Range(S7Area.DataBlock, 1, 2, 1)),
            new(new S7Range(S7Area.DataBlock, 2, 0, 1)),
            new(new S7Range(S7Area.Timers, 0, 5, 2)),
        };
        Assert.That(UsedBytes.Count(ranges), Is.EqualTo(6 + 1 + 4));
    }
}
