using System.Collections.Immutable;
using System.Runtime.InteropServices;
using S7OpcBridge.S7.Planning.Filling;
using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning;

/// <summary>Turns a draft into a plan: addresses, image, slots. The image is in address order, so that the pieces of a cut range are adjacent.</summary>
internal static class PlanWriter
{
    internal static ReadPlan Write(PlanDraft draft, AtomList atoms, PduBudget budget, int maxItems, int lowerBound)
    {
        foreach (var request in draft.Requests)
            Order(request, atoms, budget);
        draft.Requests.Sort((left, right) => left.Min(run => run.First).CompareTo(right.Min(run => run.First)));

        var places = PlaceItems(draft, atoms, out var imageSize);
        var imageOf = new int[atoms.Count];
        var placeOf = new int[atoms.Count];
        for (var i = 0; i < places.Length; i++)
        {
            for (var atom = places[i].Run.First; atom <= places[i].Run.Last; atom++)
            {
                placeOf[atom] = i;
                imageOf[atom] = places[i].Image + atoms.Span(places[i].Run.First, atom) - atoms.Length[atom];
            }
        }

        var requests = new PlanRequest[draft.Requests.Count];
        foreach (var group in places.GroupBy(place => place.Request))
            requests[group.Key] = WriteRequest(group.OrderBy(place => place.Item), atoms);

        var slots = new PlanSlot[atoms.FirstAtom.Length];
        for (var i = 0; i < slots.Length; i++)
        {
            var place = places[placeOf[atoms.FirstAtom[i]]];
            slots[i] = new(
                imageOf[atoms.FirstAtom[i]] + atoms.OffsetInFirst[i],
                place.Request,
                place.Item,
                placeOf[atoms.FirstAtom[i]] != placeOf[atoms.LastAtom[i]]
            );
        }
        return new ReadPlan
        {
            PduSize = budget.PduSize,
            MaxItems = maxItems,
            Requests = ImmutableCollectionsMarshal.AsImmutableArray(requests),
            Slots = ImmutableCollectionsMarshal.AsImmutableArray(slots),
            ImageSize = imageSize,
            LowerBound = lowerBound,
        };
    }

    /// <summary>Orders by address. With an odd PDU size the padding of the last item may exceed the PDU; then an item of odd length goes last.</summary>
    private static void Order(List<AtomRun> request, AtomList atoms, PduBudget budget)
    {
        request.Sort((left, right) => left.First.CompareTo(right.First));
        var bytes = request.Sum(run => PduBudget.PaddedItem(atoms.Span(run.First, run.Last)));
        if (bytes <= budget.Room)
            return;
        var odd = request.FindIndex(run => (atoms.Span(run.First, run.Last) & 1) != 0);
        request.Add(request[odd]);
        request.RemoveAt(odd);
    }

    private static Place[] PlaceItems(PlanDraft draft, AtomList atoms, out int imageSize)
    {
        var places = new List<Place>();
        for (var request = 0; request < draft.Requests.Count; request++)
        {
            for (var item = 0; item < draft.Requests[request].Count; item++)
                places.Add(new(draft.Requests[request][item], request, item, 0));
        }
        places.Sort((left, right) => left.Run.First.CompareTo(right.Run.First));
        imageSize = 0;
        for (var i = 0; i < places.Count; i++)
        {
            places[i] = places[i] with { Image = imageSize };
            imageSize += atoms.Span(places[i].Run.First, places[i].Run.Last);
        }
        return [.. places];
    }

    private static PlanRequest WriteRequest(IEnumerable<Place> places, AtomList atoms)
    {
        var items = ImmutableArray.CreateBuilder<PlanItem>();
        var bytes = PduBudget.ResponseHeader;
        foreach (var place in places)
        {
            var lane = atoms.Lanes[atoms.Lane[place.Run.First]];
            var length = atoms.Span(place.Run.First, place.Run.Last);
            items.Add(new(new(lane.Area, lane.Db, atoms.Start[place.Run.First] / lane.Step, length / lane.Step), place.Image));
            bytes += PduBudget.PaddedItem(length);
        }
        bytes -= items[^1].Range.ByteLength & 1;
        return new(items.ToImmutable(), PduBudget.RequestBytes(items.Count), bytes);
    }

    /// <summary>An item with its place in the plan and in the image.</summary>
    private readonly record struct Place(AtomRun Run, int Request, int Item, int Image);
}
