using S7OpcBridge.OpcUa.Server.Events.Auditing;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>
/// HistoryUpdate (OPC 10000-4, 5.11.5). The history is a record of what was: nobody can change it, so each operation is refused, and the refusal is audited
/// (OPC 10000-4, 6.5.11).
/// </summary>
internal sealed class HistoryUpdateService(HistoryLimits limits, OperationAudit audit, AddressSpace space)
{
    /// <summary>Answers a request.</summary>
    public HistoryUpdateResponse Update(UaCaller caller, HistoryUpdateRequest request)
    {
        var details = request.HistoryUpdateDetails;
        if (details.Length == 0)
            throw new UaException(StatusCodes.BadNothingToDo, "The request has no operations.");
        var limit = limits.MaxNodesPerCall;
        if (details.Length > limit)
            throw new UaException(StatusCodes.BadTooManyOperations, $"The request has {details.Length} operations; {limit} are allowed.");
        return new HistoryUpdateResponse
        {
            Results = Array.ConvertAll(
                details,
                one => new HistoryUpdateResult { StatusCode = Refuse(caller, request.RequestHeader.AuditEntryId, one) }
            ),
        };
    }

    private StatusCode Refuse(UaCaller caller, string? clientEntryId, ExtensionObject? details)
    {
        var (id, type) = details?.Body switch
        {
            UpdateDataDetails data => (data.NodeId, Ids.UpdateDataDetails),
            UpdateStructureDataDetails structure => (structure.NodeId, Ids.UpdateStructureDataDetails),
            UpdateEventDetails events => (events.NodeId, Ids.UpdateEventDetails),
            DeleteRawModifiedDetails raw => (raw.NodeId, Ids.DeleteRawModifiedDetails),
            DeleteAtTimeDetails at => (at.NodeId, Ids.DeleteAtTimeDetails),
            DeleteEventDetails events => (events.NodeId, Ids.DeleteEventDetails),
            _ => (default, 0u),
        };
        if (type == 0)
            return StatusCodes.BadHistoryOperationInvalid;
        StatusCode status = space.Current.Find(id).Exists ? StatusCodes.BadHistoryOperationUnsupported : StatusCodes.BadNodeIdUnknown;
        audit.HistoryRefused(caller, clientEntryId, id, type, status);
        return status;
    }
}
