namespace S7OpcBridge.Core.Links;

/// <summary>One item of the plan: its place in the image and the tags in it.</summary>
/// <param name="ImageOffset">First byte in the image.</param>
/// <param name="FirstEntry">Index of its first tag in <see cref="ScanPlan.Entries"/>.</param>
/// <param name="EntryCount">Number of its tags.</param>
/// <param name="EveryScan">True: one of the tags is sent with every scan, so the item is never skipped as unchanged.</param>
internal readonly record struct ScanItem(int ImageOffset, int FirstEntry, int EntryCount, bool EveryScan);

/// <summary>
/// The read plan of one scan class: its jobs, and for each item the tags in it, which may also belong to slower classes. Built for each connection with the
/// negotiated PDU, and again when a tag is taken out or put back. Slot indexes count all slots of the PLC. Immutable.
/// </summary>
internal abstract class ScanPlan
{
    public static ScanPlan Empty { get; } =
        new NoPlan
        {
            FirstItems = [0],
            Items = [],
            Entries = [],
            ImageOffsets = [],
            Torn = [],
            Suspects = [],
            RidesWith = [],
            ImageSize = 0,
        };

    /// <summary>Number of jobs; each is reused for every cycle.</summary>
    public abstract int JobCount { get; }

    /// <summary>False: the job sends nothing to the PLC of which the load ceiling does not know already.</summary>
    public virtual bool IsSent(int job) => true;

    /// <summary>Number of jobs that are sent (<see cref="IsSent"/>).</summary>
    public int SentJobs => Enumerable.Range(0, JobCount).Count(IsSent);

    /// <summary>Index of the first item of each job, and one more entry behind the last.</summary>
    public required int[] FirstItems { get; init; }

    public required ScanItem[] Items { get; init; }

    /// <summary>Slot indexes, item by item.</summary>
    public required int[] Entries { get; init; }

    /// <summary>First image byte of each slot; -1: not in the plan.</summary>
    public required int[] ImageOffsets { get; init; }

    /// <summary>Slots whose value is cut over several items.</summary>
    public required int[] Torn { get; init; }

    /// <summary>Suspect tags that this plan reads alone; others may wait for the next plan.</summary>
    public required int[] Suspects { get; init; }

    /// <summary>Indexes of the faster classes in whose requests tags of this class ride.</summary>
    public required int[] RidesWith { get; init; }

    public required int ImageSize { get; init; }

    /// <summary>Number of items whose changes the PLC sends by itself at present. Any thread.</summary>
    public virtual int SubscribedItems => 0;

    /// <summary>Number of items that a cycle asks for. Any thread.</summary>
    public virtual int PolledItems => Items.Length;

    public ReadOnlySpan<int> EntriesOf(int item) => Entries.AsSpan(Items[item].FirstEntry, Items[item].EntryCount);

    /// <summary>True: its requests read the slot, for its own class or for another one.</summary>
    public bool Reads(int slot) => JobOf(slot) >= 0;

    /// <summary>
    /// The job that reads the first byte of a slot; -1: not in the plan. Searched for, because only writes ask and there may be a million slots.
    /// </summary>
    public int JobOf(int slot)
    {
        var entry = Array.IndexOf(Entries, slot);
        if (entry < 0)
            return -1;
        var (low, high) = (0, Items.Length - 1);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (Items[middle].FirstEntry + Items[middle].EntryCount <= entry)
                low = middle + 1;
            else
                high = middle;
        }
        // A job without items begins where the next one does.
        var job = Array.BinarySearch(FirstItems, low);
        if (job < 0)
            return ~job - 1;
        while (FirstItems[job + 1] == low)
            job++;
        return job;
    }

    /// <summary>True: it reads the same items to the same places, so that replacing the plan has no effect.</summary>
    public bool IsSameAs(ScanPlan other) =>
        ImageOffsets.AsSpan().SequenceEqual(other.ImageOffsets)
        && Suspects.AsSpan().SequenceEqual(other.Suspects)
        && RidesWith.AsSpan().SequenceEqual(other.RidesWith)
        && FirstItems.AsSpan().SequenceEqual(other.FirstItems)
        && Items.AsSpan().SequenceEqual(other.Items)
        && AsksForTheSame(other);

    /// <summary>Number of items that a job asked for, and of those in its last answer.</summary>
    public abstract (int Asked, int Answered) LastAnswerOf(int job);

    /// <summary>True: its items read the same as those of the other plan, which has as many.</summary>
    protected abstract bool AsksForTheSame(ScanPlan other);

    /// <summary>True where all tags of the item have the same bytes, so that a refusal of the item applies to each of them.</summary>
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
