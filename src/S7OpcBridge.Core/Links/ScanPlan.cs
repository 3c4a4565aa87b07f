namespace S7OpcBridge.Core.Links;

/// <summary>One item of the plan: where its bytes go, and which tags live in it.</summary>
/// <param name="ImageOffset">First byte in the image.</param>
/// <param name="FirstEntry">Index of its first tag in <see cref="ScanPlan.Entries"/>.</param>
/// <param name="EntryCount">Number of its tags.</param>
/// <param name="EveryScan">True: one of them is sent with every scan, so the item is never skipped as unchanged.</param>
internal readonly record struct ScanItem(int ImageOffset, int FirstEntry, int EntryCount, bool EveryScan);

/// <summary>
/// The read plan of one scan class, ready to play: its jobs, and for each item the tags in it, be they of this class or of a slower one that
/// rides along. Built per connection with the negotiated PDU, and again when a tag is taken out or comes back. Slots are counted over the whole PLC. Immutable.
/// </summary>
internal abstract class ScanPlan
{
    public static ScanPlan Empty { get; } = new NoPlan { FirstItems = [0], Items = [], Entries = [], ImageOffsets = [], JobOf = [], Torn = [], Suspects = [], Hosts = [], ImageSize = 0 };

    /// <summary>Number of jobs, each of which is sent again and again.</summary>
    public abstract int JobCount { get; }

    /// <summary>Index of the first item of each job, and one behind the last.</summary>
    public required int[] FirstItems { get; init; }

    public required ScanItem[] Items { get; init; }

    /// <summary>Slot indexes, item by item.</summary>
    public required int[] Entries { get; init; }

    /// <summary>First image byte of each slot; -1: not in the plan.</summary>
    public required int[] ImageOffsets { get; init; }

    /// <summary>The job that carries the first byte of each slot; -1: not in the plan.</summary>
    public required int[] JobOf { get; init; }

    /// <summary>Slots that are cut over several items.</summary>
    public required int[] Torn { get; init; }

    /// <summary>Suspects that this plan reads alone; there may be more that wait for the next one.</summary>
    public required int[] Suspects { get; init; }

    /// <summary>Faster classes that carry tags of this one, by their places among the classes of the PLC.</summary>
    public required int[] Hosts { get; init; }

    public required int ImageSize { get; init; }

    public ReadOnlySpan<int> EntriesOf(int item) => Entries.AsSpan(Items[item].FirstEntry, Items[item].EntryCount);

    /// <summary>True: its requests carry the slot, for its own class or for another.</summary>
    public bool Carries(int slot) => slot < JobOf.Length && JobOf[slot] >= 0;

    /// <summary>True: it asks for the same and puts it to the same places, so that nothing is gained by laying it.</summary>
    public bool IsSameAs(ScanPlan other) =>
        ImageOffsets.AsSpan().SequenceEqual(other.ImageOffsets) && Suspects.AsSpan().SequenceEqual(other.Suspects) && Hosts.AsSpan().SequenceEqual(other.Hosts)
        && FirstItems.AsSpan().SequenceEqual(other.FirstItems) && Items.AsSpan().SequenceEqual(other.Items) && AsksForTheSame(other);

    /// <summary>Items that a job asked for, and those that its last answer had.</summary>
    public abstract (int Asked, int Answered) LastAnswerOf(int job);

    /// <summary>True: its items ask for the same as those of the other, which are as many.</summary>
    protected abstract bool AsksForTheSame(ScanPlan other);

    /// <summary>True when all tags of the item are the same bytes, so that a refusal of the item is one of each of them.</summary>
    public bool IsOneTag(int item, TagSlot[] slots)
    {
        var entries = EntriesOf(item);
        foreach (var entry in entries)
        {
            if (!slots[entry].IsSamePlace(slots[entries[0]]))
                return false;
        }
        return true;
    }

    private sealed class NoPlan : ScanPlan
    {
        public override int JobCount => 0;

        public override (int Asked, int Answered) LastAnswerOf(int job) => default;

        protected override bool AsksForTheSame(ScanPlan other) => other is NoPlan;
    }
}
