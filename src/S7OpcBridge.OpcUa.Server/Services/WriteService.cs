using System.Text;
using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.OpcUa.Server.Sessions;

namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>
/// Write (OPC 10000-4, 5.11.4). Checks node, attribute, access, range and status, and passes the rest to the options' handler in one batch, in the order of the
/// request. Nothing is echoed: readers see a value when it has been read back. A caller without a session writes by other means than OPC UA.
/// </summary>
internal sealed class WriteService(
    ServerContext server,
    AddressSpace space,
    NodeAccess access,
    OperationAudit audit,
    IServerSwitches[] switches
)
{
    public async ValueTask<WriteResponse> WriteAsync(
        Session? session,
        UaCaller caller,
        WriteRequest request,
        CancellationToken cancellationToken
    )
    {
        var values = request.NodesToWrite;
        OperationLimit.Check(values.Length, server.Limits.MaxOperationsPerCall);
        var view = space.Current;
        var results = new StatusCode[values.Length];
        var writes = new List<NodeWrite>(values.Length);
        var (isListened, observer) = (audit.IsListened, server.Options.ObserveWrites is { } all && all.IsOn() ? all : null);
        var before = isListened || observer is not null ? OldValues(view, values) : null;
        for (var i = 0; i < values.Length; i++)
        {
            results[i] = Check(view, caller, values[i], i, out var write);
            if (!results[i].IsGood)
                continue;
            if (SwitchOf(values[i].NodeId) is { } own)
            {
                results[i] = await own.SetAsync(caller, values[i].NodeId, write.Value.Bits != 0, cancellationToken).ConfigureAwait(false);
                continue;
            }

            writes.Add(write);
            results[i] = StatusCodes.BadRequestInterrupted; // until the handler sets it
        }

        ReportDenied(session, caller, values, results);
        try
        {
            if (writes.Count > 0)
                await server.Options.Write!(caller, writes, new WriteResults(results), cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // Also when the call is cancelled: what has been sent must be in the audit.
            for (var i = 0; i < before?.Length; i++)
            {
                if (isListened)
                    audit.Wrote(caller, request.RequestHeader.AuditEntryId, values[i], before[i], results[i]);
                observer?.Tell(
                    caller,
                    new WriteOutcome(
                        values[i].NodeId,
                        (AttributeId)values[i].AttributeId,
                        values[i].IndexRange,
                        before[i],
                        values[i].Value.Value,
                        results[i]
                    )
                );
            }
        }

        return new WriteResponse { Results = results };
    }

    private static Variant[] OldValues(AddressSpaceView view, WriteValue[] values) =>
        Array.ConvertAll(
            values,
            value => view.Find(value.NodeId) is { Exists: true } node ? view.Read(node, (AttributeId)value.AttributeId).Value : default
        );

    private IServerSwitches? SwitchOf(NodeId node)
    {
        foreach (var own in switches)
        {
            if (own.Has(node))
                return own;
        }

        return null;
    }

    private void ReportDenied(Session? session, UaCaller caller, WriteValue[] values, StatusCode[] results)
    {
        var (first, count) = (-1, 0);
        for (var i = 0; i < results.Length; i++)
        {
            if (results[i].Value != StatusCodes.BadUserAccessDenied)
                continue;
            first = first < 0 ? i : first;
            count++;
        }

        if (count == 0)
            return;
        session?.Counters.CountUnauthorized();
        server.Report(
            new AccessDenied(
                caller.Remote,
                $"{caller.User ?? "anonymous"} may not write " + $"{values[first].NodeId}{(count > 1 ? $" and {count - 1} more" : "")}.",
                caller
            )
        );
    }

    private StatusCode Check(AddressSpaceView view, UaCaller caller, WriteValue value, int place, out NodeWrite write)
    {
        write = default;
        var node = view.Find(value.NodeId);
        if (!node.Exists)
            return StatusCodes.BadNodeIdUnknown;
        var attribute = (AttributeId)value.AttributeId;
        if (attribute != AttributeId.Value)
            return view.Read(node, attribute, out _).Value == StatusCodes.BadAttributeIdInvalid
                ? StatusCodes.BadAttributeIdInvalid
                : StatusCodes.BadNotWritable;
        if (view.ClassOf(node) != NodeClass.Variable)
            return StatusCodes.BadAttributeIdInvalid;
        if (access.ToWrite(view, node, caller) is { IsBad: true } denied)
            return denied;
        if (IndexRange.Parse(Encoding.UTF8.GetBytes(value.IndexRange ?? ""), out var range) is { IsBad: true } wrongRange)
            return wrongRange;

        // Times are accepted and ignored, as many clients always send them; a quality cannot be written to a PLC.
        if (value.Value.Status.Value != StatusCodes.Good)
            return StatusCodes.BadWriteNotSupported;
        if (value.Value.Value.IsNull)
            return StatusCodes.BadTypeMismatch;
        if (SwitchOf(value.NodeId) is not null)
        {
            if (range is not null)
                return StatusCodes.BadIndexRangeNoData;
            if (value.Value.Value is not { Type: BuiltInType.Boolean, IsArray: false })
                return StatusCodes.BadTypeMismatch;
        }
        else if (server.Options.Write is null)
        {
            return StatusCodes.BadWriteNotSupported;
        }

        write = new NodeWrite(node, view.VariableOf(node), value.Value.Value, range, place);
        return StatusCodes.Good;
    }
}
