namespace S7OpcBridge.S7.Tests;

/// <summary>Whether a plan is legal and complete, found out without the planner's own arithmetic.</summary>
internal static class PlanCheck
{
    /// <summary>The first thing that is wrong with a plan, or null.</summary>
    internal static string? Fault(ReadPlan plan, ReadOnlySpan<PlanRange> ranges)
    {
        for (var r = 0; r < plan.Requests.Length; r++)
        {
            var request = plan.Requests[r];
            if (RequestFault(request, plan) is { } fault)
                return $"request {r}: {fault}";
        }
        if (plan.LowerBound > plan.Requests.Length)
            return $"lower bound {plan.LowerBound} above {plan.Requests.Length} requests";
        return plan.Slots.Length != ranges.Length
            ? "a slot is missing"
            : SlotFault(plan, ranges) ?? ImageFault(plan) ?? UsedFault(plan, ranges);
    }

    private static string? RequestFault(PlanRequest request, ReadPlan plan)
    {
        var (asked, answered) = (12 + (12 * request.Items.Length), 14);
        foreach (var item in request.Items)
            answered += 4 + item.Range.ByteLength + (item.Range.ByteLength % 2);
        answered -= request.Items[^1].Range.ByteLength % 2;
        if (request.Items.Length > plan.MaxItems)
            return $"{request.Items.Length} items";
        if (asked > plan.PduSize || answered > plan.PduSize)
            return $"{asked} bytes asked, {answered} answered";
        return (asked, answered) == (request.RequestBytes, request.ResponseBytes) ? null : "predicted bytes are wrong";
    }

    private static string? SlotFault(ReadPlan plan, ReadOnlySpan<PlanRange> ranges)
    {
        var byImage = plan.Requests.SelectMany(request => request.Items).OrderBy(item => item.ImageOffset).ToArray();
        var starts = byImage.Select(item => item.ImageOffset).ToArray();
        for (var i = 0; i < ranges.Length; i++)
        {
            var (slot, range) = (plan.Slots[i], ranges[i].Range);
            var first = plan.Requests[slot.Request].Items[slot.Item];
            var index = Array.BinarySearch(starts, slot.ImageOffset);
            index = index < 0 ? ~index - 1 : index;
            if (byImage[index] != first)
                return $"slot {i} names another item than the one at its image offset";
            // Byte by byte in the image must be byte by byte in the PLC.
            var step = range.Length == range.ByteLength ? 1 : 2;
            var (address, image, left) = (range.Start * step, slot.ImageOffset, range.ByteLength);
            var pieces = 0;
            for (; left > 0; index++, pieces++)
            {
                if (index >= byImage.Length)
                    return $"slot {i} runs out of the image";
                var item = byImage[index];
                if (item.Range.Area != range.Area || item.Range.Db != range.Db)
                    return $"slot {i} lies in another area";
                var within = image - item.ImageOffset;
                if ((item.Range.Start * step) + within != address || within < 0 || within >= item.Range.ByteLength)
                    return $"slot {i} shows other bytes";
                var here = Math.Min(left, item.Range.ByteLength - within);
                (address, image, left) = (address + here, image + here, left - here);
                var element = ranges[i].Element;
                if (left > 0 && element > 0 && element <= plan.PduSize - 18 && (range.ByteLength - left) % element != 0)
                    return $"slot {i} is cut inside an element";
            }
            if (slot.MayTear != pieces > 1)
                return $"slot {i} has {pieces} pieces and says MayTear {slot.MayTear}";
            if (pieces > 1 && range.ByteLength <= plan.PduSize - 18)
                return $"slot {i} is torn though it fits";
        }
        return null;
    }

    private static string? ImageFault(ReadPlan plan)
    {
        var end = 0;
        foreach (var item in plan.Requests.SelectMany(request => request.Items).OrderBy(item => item.ImageOffset))
        {
            if (item.ImageOffset != end)
                return $"the image has a hole or an overlap at {end}";
            end += item.Range.ByteLength;
        }
        return end == plan.ImageSize ? null : "the image has another size";
    }

    /// <summary>Every item begins and ends with a byte that some range owns, and is no longer than needed; the periphery has no gaps at all.</summary>
    private static string? UsedFault(ReadPlan plan, ReadOnlySpan<PlanRange> ranges)
    {
        var used = new HashSet<(S7Area, ushort, int)>();
        foreach (var range in ranges)
        {
            for (var unit = range.Range.Start; unit < range.Range.End; unit++)
                used.Add((range.Range.Area, range.Range.Db, unit));
        }
        foreach (var item in plan.Requests.SelectMany(request => request.Items))
        {
            var range = item.Range;
            if (!used.Contains((range.Area, range.Db, range.Start)) || !used.Contains((range.Area, range.Db, range.End - 1)))
                return $"{range} reads beyond what is used";
            if (range.Area != S7Area.Peripheral)
                continue;
            for (var unit = range.Start; unit < range.End; unit++)
            {
                if (!used.Contains((range.Area, range.Db, unit)))
                    return $"{range} reads a gap";
            }
        }
        return null;
    }
}
