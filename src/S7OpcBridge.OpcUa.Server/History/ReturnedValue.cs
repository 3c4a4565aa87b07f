namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>Makes a stored value as the client wants it: the part of it, and its times.</summary>
internal static class ReturnedValue
{
    /// <summary>The value as it is returned. A part that a value does not have is reported at that value (OPC 10000-11, 6.5.3).</summary>
    public static DataValue From(in DataValue stored, HistoryTarget target, bool hasServerTimes)
    {
        var value = stored;
        if (target.Range is { } range && !value.Status.IsBad)
        {
            var status = range.Apply(value.Value, out var part);
            value = value with { Value = part, Status = status.IsBad ? status : value.Status };
        }

        if (value.Status.IsBad)
            value = value with { Value = default };
        if (!hasServerTimes)
            return value with { ServerTime = 0 };
        return target.Timestamps switch
        {
            TimestampsToReturn.Source => value with { ServerTime = 0 },
            TimestampsToReturn.Server => value with { SourceTime = 0 },
            _ => value,
        };
    }
}
