namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>
/// The range of a ReadRaw (OPC 10000-11, 6.5.3). Two of start, end and number of values must be given; a time of 0 or a number of 0 is not given.
/// </summary>
/// <param name="From">Where reading begins; belongs to the range.</param>
/// <param name="To">Where it ends; does not belong to the range.</param>
/// <param name="IsBackward">True: the newest value first.</param>
/// <param name="End">The end as the client gave it.</param>
/// <param name="IsOpen">True: the end was not given.</param>
/// <param name="Total">Values in all answers together; 0: no limit.</param>
/// <param name="PerAnswer">Values in one answer; 0: no limit.</param>
/// <param name="WithBounds">True: the values at or around both ends are wanted too (OPC 10000-11, 4.6).</param>
internal sealed record RawRequest(long From, long To, bool IsBackward, long End, bool IsOpen, uint Total, uint PerAnswer, bool WithBounds)
{
    /// <summary>Checks the details of a request: Good, BadHistoryOperationInvalid, BadHistoryOperationUnsupported, BadInvalidArgument.</summary>
    public static StatusCode Check(ReadRawModifiedDetails details, out RawRequest request)
    {
        var (start, end, count) = (details.StartTime, details.EndTime, details.NumValuesPerNode);
        request = new RawRequest(start, end, false, end, false, 0, count, details.ReturnBounds);
        if (details.IsReadModified)
            return details.ReturnBounds ? StatusCodes.BadInvalidArgument : StatusCodes.BadHistoryOperationUnsupported;
        if (start == 0 && end == 0 || (start == 0 || end == 0) && count == 0)
            return StatusCodes.BadHistoryOperationInvalid;
        request = (start, end) switch
        {
            (_, 0) => request with { To = long.MaxValue, IsOpen = true, Total = count, PerAnswer = 0 },
            (0, _) => request with { From = end, To = 0, IsBackward = true, IsOpen = true, Total = count, PerAnswer = 0 },
            _ when start == end => request with { To = end + 1 },
            _ => request with { IsBackward = end < start },
        };
        return StatusCodes.Good;
    }

    /// <summary>The range as the source takes it.</summary>
    public RawHistoryRange Range(int variable, ReadOnlyMemory<byte> position) => new(variable, From, To, IsBackward, position);

    /// <summary>The range that begins where this one ends, in the same direction: its first value is the bound there.</summary>
    public RawHistoryRange Beyond(int variable) => new(variable, To, IsBackward ? 0 : long.MaxValue, IsBackward);

    /// <summary>The range from the beginning in the opposite direction: its first value is the bound there.</summary>
    public RawHistoryRange Before(int variable) => new(variable, From, IsBackward ? long.MaxValue : 0, !IsBackward);
}
