using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Plcs;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Checks a tag's type, address, access and details against each other and against its PLC.</summary>
internal sealed class TagRules(RawPlc plc, S7Profile profile, FindingList findings)
{
    private SourceLocation _firstTime;

    /// <summary>The PLC's family.</summary>
    public S7Profile Profile => profile;

    /// <summary>
    /// Returns true where the tag is valid. <paramref name="type"/> is the type in the PLC, <paramref name="shown"/> the one that clients see.
    /// </summary>
    public bool Check(RawTag draft, in S7Address address, S7DataType type, S7DataType shown, TagDetails? details, TagAccess access)
    {
        var typeSpot = draft.TypeSpot.IsNone
            ? draft.AddressSpot.IsNone
                ? draft.Spot
                : draft.AddressSpot
            : draft.TypeSpot;
        var good = CheckPlace(address, type, typeSpot) & CheckAccess(draft, address, type, access);
        if (details is not null)
            good &= CheckDetails(details, shown, typeSpot);
        if (
            shown.Kind is S7TypeKind.DateAndTime or S7TypeKind.DTL or S7TypeKind.LDT
            && details?.TimeZone is null
            && plc.TimeZone is null
            && _firstTime.IsNone
        )
            _firstTime = typeSpot;
        return good;
    }

    /// <summary>The same for a symbol, as far as this is possible before the CPU has reported its type.</summary>
    public bool CheckSymbol(RawTag draft, S7DataType type, S7DataType shown, TagDetails? details)
    {
        var spot = draft.TypeSpot.IsNone ? draft.AddressSpot : draft.TypeSpot;
        if (type.Kind != S7TypeKind.None)
        {
            if (
                type.Kind is S7TypeKind.DateAndTime or S7TypeKind.DTL or S7TypeKind.LDT
                && details?.TimeZone is null
                && plc.TimeZone is null
                && _firstTime.IsNone
            )
                _firstTime = spot;
            return details is null || CheckDetails(details, shown, spot);
        }
        var keys = new List<string>();
        Note("scale", details?.Scale is not null);
        Note("swap", details is { Swap: not TagSwap.None });
        Note("deadband", details?.Deadband is not null);
        Note("states", details?.States is not null);
        Note("analogFaults", details is { AnalogFaults: true });
        Note("encoding", details?.Encoding is not null);
        Note("timezone", details?.TimeZone is not null);
        Note("simulate", draft.Simulate is not null);
        Note("uaType", draft.UaType is not null);
        return keys.Count == 0
            || Refuse(
                spot,
                $"what {string.Join(" and ", keys)} mean{(keys.Count == 1 ? "s" : "")} depends on the type of the symbol; add "
                    + "'type' as the CPU has it"
            );

        void Note(string key, bool isThere)
        {
            if (isThere)
                keys.Add($"'{key}'");
        }
    }

    /// <summary>Called after all tags were checked.</summary>
    public void Finish()
    {
        if (!_firstTime.IsNone)
            findings.Warning(
                _firstTime,
                $"points in time of '{plc.Name}' are read as UTC; add 'timezone: Europe/Berlin' (or UTC, to confirm) to the PLC"
            );
    }

    private bool CheckPlace(in S7Address address, S7DataType type, SourceLocation spot)
    {
        if (plc.Plus.IsWanted && address.Area != S7Area.DataBlock)
            return Refuse(
                spot,
                $"{address} can't be read by address on a PLC with 'protocol: s7plus', where only data blocks without optimised access "
                    + "can; write its symbol, 'symbol: '\"Motor_On\"''"
            );
        if (!address.Fits(type, out var error))
            return Refuse(spot, error);
        if (!profile.Areas.Contains(address.Area))
            return Refuse(
                spot,
                $"the area of {address} can't be read on profile {profile.Name}; check 'profile', or copy the value into a data block in the "
                    + "PLC program"
            );
        return profile.Types.Contains(type.Kind)
            || Refuse(spot, $"the type {type} does not exist on profile {profile.Name}; check 'profile' and 'type'");
    }

    private bool CheckAccess(RawTag draft, in S7Address address, S7DataType type, TagAccess access)
    {
        if ((access & TagAccess.Write) == 0)
            return true;
        var spot = draft.AddressSpot.IsNone ? draft.Spot : draft.AddressSpot;
        if (plc.Plus.IsWanted && type.Kind == S7TypeKind.Bool)
            return Refuse(
                spot,
                $"{address} can't be written on a PLC with 'protocol: s7plus', which writes no single bits by address; write its symbol, or "
                    + "set 'access: read'"
            );
        return address.Area switch
        {
            S7Area.Inputs or S7Area.Peripheral or S7Area.AnalogInputs => Refuse(
                spot,
                $"{address} is an input and can't be written; set 'access: read'"
            ),
            S7Area.Timers or S7Area.Counters => Refuse(spot, $"{address} is a timer or counter and can't be written; set 'access: read'"),
            S7Area.SystemFlags => Refuse(
                spot,
                $"{address} is special memory, which the S7-200 itself maintains, and can't be written; set 'access: read'"
            ),
            S7Area.Outputs or S7Area.AnalogOutputs when !plc.AllowOutputs => Refuse(
                spot,
                $"{address} is an output, and writing it bypasses the PLC program; "
                    + "set 'access: read', or confirm with 'allowOutputs: true' on the PLC"
            ),
            _ => true,
        };
    }

    private bool CheckDetails(TagDetails details, S7DataType type, SourceLocation spot)
    {
        var good = true;
        var isNumber = type.ValueKind is >= S7ValueKind.SByte and <= S7ValueKind.Double or S7ValueKind.Duration;
        if (!isNumber && (details.Range is not null || details.Limits is not null))
            good = Refuse(spot, $"'range' and 'limits' are only possible for numbers, not for {type}; remove them");
        else if (
            details.Scale is null
            && (details.Limits ?? details.Range) is { } range
            && TypeRanges.ForKind(type.ValueKind) is { } widest
            && (range.Low < widest.Low || range.High > widest.High)
        )
            findings.Warning(
                spot,
                $"the range {range.Low}..{range.High} goes beyond what {type} can hold, {widest.Low}..{widest.High}; check range and type"
            );
        if (!isNumber && details.Unit is not null)
            good = Refuse(spot, $"'unit' is only possible for numbers, not for {type}; remove it");
        if (good)
            WarnWhereImplausible(details, type, spot);
        if (details.Encoding is not null && type.Kind is not (S7TypeKind.Char or S7TypeKind.String or S7TypeKind.Chars))
            good = Refuse(spot, $"'encoding' is only possible for Char, String and Chars, not for {type}; remove it");
        if (details.TimeZone is not null && type.Kind is not (S7TypeKind.DateAndTime or S7TypeKind.DTL or S7TypeKind.LDT))
            good = Refuse(spot, $"'timezone' is only possible for Date_And_Time, DTL and LDT, not for {type}; remove it");
        foreach (var fault in ValueRules.Faults(details, type))
            good = Refuse(spot, fault);
        return good;
    }

    /// <summary>Warns of combinations that are allowed but probably not intended.</summary>
    private void WarnWhereImplausible(TagDetails details, S7DataType type, SourceLocation spot)
    {
        if (details is { Range: { } range, Limits: { } limits } && (limits.Low > range.High || limits.High < range.Low))
            findings.Warning(
                spot,
                $"no value in the range {range.Low}..{range.High} may be written, because the limits are {limits.Low}..{limits.High}; "
                    + "check both"
            );
        if (details is { Deadband: { } deadband } && (details.Range ?? details.Limits) is { } span && deadband >= span.High - span.Low)
            findings.Warning(
                spot,
                $"a deadband of {deadband} hides every change within {span.Low}..{span.High}; check 'deadband' and 'range'"
            );
        if (
            details.Scale is { } scale
            && TypeRanges.ForKind(type.ValueKind) is { } widest
            && (Math.Min(scale.RawLow, scale.RawHigh) < widest.Low || Math.Max(scale.RawLow, scale.RawHigh) > widest.High)
        )
            findings.Warning(
                spot,
                $"the raw numbers of 'scale' go beyond what {type} can hold, {widest.Low}..{widest.High}; check 'raw' and 'type'"
            );
    }

    private bool Refuse(SourceLocation spot, string message)
    {
        findings.Error(spot, message);
        return false;
    }
}
