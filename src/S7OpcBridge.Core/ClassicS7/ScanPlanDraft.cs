using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>Collects the requests of a <see cref="ScanPlan"/> while it is built.</summary>
internal sealed class ScanPlanDraft
{
    private readonly SortedSet<int> _ridesWith = [];

    public ScanPlanDraft(int slots)
    {
        Offsets = new int[slots];
        Array.Fill(Offsets, -1);
    }

    public List<PlanRequest> Requests { get; } = [];

    /// <summary>First image byte of each slot of the PLC; -1: the slot is not in this plan.</summary>
    public int[] Offsets { get; }

    public List<int> Torn { get; } = [];

    public int[] Suspects { get; set; } = [];

    public int ImageSize { get; private set; }

    /// <summary>Indexes of the faster classes in whose requests tags of this class ride.</summary>
    public int[] RidesWith => [.. _ridesWith];

    public void RideWith(int faster) => _ridesWith.Add(faster);

    /// <summary>Adds the requests of a plan behind the image so far. Returns the image offset at which they begin.</summary>
    public int Add(ReadPlan plan)
    {
        var start = ImageSize;
        foreach (var request in plan.Requests)
            Requests.Add(
                start == 0
                    ? request
                    : request with
                    {
                        Items = [.. request.Items.Select(item => item with { ImageOffset = item.ImageOffset + start })],
                    }
            );
        ImageSize += plan.ImageSize;
        return start;
    }

    /// <summary>Adds exact items, whose image offsets are already final.</summary>
    public void Add(ExactItems exact)
    {
        Requests.AddRange(exact.Requests(Offsets));
        ImageSize = exact.ImageSize;
    }

    public void Place(int slot, PlanSlot place, int imageStart)
    {
        Offsets[slot] = place.ImageOffset + imageStart;
        if (place.MayTear)
            Torn.Add(slot);
    }
}
