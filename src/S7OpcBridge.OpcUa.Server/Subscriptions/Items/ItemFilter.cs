using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Items;

/// <summary>The checked filter of a monitored item.</summary>
/// <param name="Trigger">What counts as a change.</param>
/// <param name="Deadband">In the value's unit; null: none.</param>
/// <param name="Events">The filter for events; null: the item is for data.</param>
/// <param name="Result">For the client.</param>
/// <param name="Aggregate">What is calculated of the values; null: nothing.</param>
/// <param name="Percent">The deadband in percent of the variable's EURange, which a reload may change; null: no percent deadband.</param>
internal readonly record struct ItemFilter(
    DataChangeTrigger Trigger,
    double? Deadband,
    EventPlan? Events,
    ExtensionObject? Result,
    double? Percent = null,
    LiveAggregateSettings? Aggregate = null
)
{
    /// <summary>The filter of an item without one in the request.</summary>
    public static readonly ItemFilter Default = new(DataChangeTrigger.StatusValue, null, null, null);

    /// <summary>Checks a filter.</summary>
    public static StatusCode Resolve(AddressSpaceView nodes, in ItemTarget target, in RequestedFilter filter, out ItemFilter resolved)
    {
        resolved = Default;
        if (filter.IsChange)
            return target.Attribute == AttributeId.Value
                ? ResolveChange(nodes, target, filter, out resolved)
                : StatusCodes.BadFilterNotAllowed;
        var forEvents = target.Attribute == AttributeId.EventNotifier;
        switch (filter.Other?.Body)
        {
            case null when filter.Other is null || filter.Other.TypeId.IsNull:
                return forEvents ? StatusCodes.BadEventFilterInvalid : StatusCodes.Good;
            case EventFilter events:
                if (!forEvents)
                    return StatusCodes.BadFilterNotAllowed;
                var status = EventFilterCheck.Resolve(nodes, events, out var plan, out var told);
                resolved = Default with { Events = plan, Result = told };
                return status;
            case AggregateFilter aggregate:
                if (target.Attribute != AttributeId.Value)
                    return StatusCodes.BadFilterNotAllowed;
                var checkedAs = LiveAggregateSettings.Check(aggregate, nodes.Now, out var settings);
                // Each result is reported, also one that equals the one before.
                resolved = Default with
                {
                    Trigger = DataChangeTrigger.StatusValueTimestamp,
                    Aggregate = settings,
                    Result = settings?.Result,
                };
                return checkedAs;
            default:
                return StatusCodes.BadMonitoredItemFilterInvalid;
        }
    }

    private static StatusCode ResolveChange(
        AddressSpaceView nodes,
        in ItemTarget target,
        in RequestedFilter filter,
        out ItemFilter resolved
    )
    {
        resolved = Default with { Trigger = filter.Trigger };
        if (filter.Trigger is < DataChangeTrigger.Status or > DataChangeTrigger.StatusValueTimestamp)
            return StatusCodes.BadMonitoredItemFilterInvalid;
        if (filter.DeadbandType == (uint)DeadbandType.None)
            return StatusCodes.Good;
        if (filter.DeadbandType > (uint)DeadbandType.Percent || !(filter.DeadbandValue >= 0) || double.IsInfinity(filter.DeadbandValue))
            return StatusCodes.BadDeadbandFilterInvalid;
        if (!target.Node.Exists)
            return StatusCodes.BadNodeIdUnknown; // a reload has removed the node, so its EURange is not known
        if (!AnalogFacts.IsNumeric(nodes, target.Node))
            return StatusCodes.BadFilterNotAllowed;
        if (filter.DeadbandType == (uint)DeadbandType.Absolute)
        {
            resolved = resolved with { Deadband = filter.DeadbandValue };
            return StatusCodes.Good;
        }

        if (filter.DeadbandValue > 100)
            return StatusCodes.BadDeadbandFilterInvalid;
        if (AnalogFacts.SpanOf(nodes, target.Node) is not { } span)
            return StatusCodes.BadMonitoredItemFilterUnsupported;
        resolved = resolved with { Deadband = span * filter.DeadbandValue / 100, Percent = filter.DeadbandValue };
        return StatusCodes.Good;
    }
}
