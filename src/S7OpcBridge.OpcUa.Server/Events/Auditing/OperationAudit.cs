namespace S7OpcBridge.OpcUa.Server.Events.Auditing;

/// <summary>Events of writes and method calls (OPC 10000-4, 6.5.9 and 6.5.10), one for each node and method.</summary>
internal sealed class OperationAudit(Audit audit)
{
    /// <summary>See <see cref="Audit.IsListened"/>: only then are old values needed.</summary>
    public bool IsListened => audit.IsListened;

    /// <summary>A node was written, or the write was refused.</summary>
    public void Wrote(UaCaller caller, string? clientEntryId, WriteValue write, in Variant before, StatusCode status) =>
        audit.Raise(
            AuditTypes.WriteUpdate,
            "Attribute/Write",
            new AuditEntry(clientEntryId, caller.User, write.NodeId),
            status,
            $"{caller.User ?? "anonymous"} wrote {write.NodeId}: {StatusCodes.NameOf(status)}.",
            ("AttributeId", Variant.From(write.AttributeId)),
            ("IndexRange", Variant.From(write.IndexRange)),
            ("OldValue", before),
            ("NewValue", write.Value.Value)
        );

    /// <summary>A method was called, or the call was refused.</summary>
    public void Called(UaCaller caller, string? clientEntryId, CallMethodRequest call, CallMethodResult result, MethodAudit method)
    {
        if (!audit.IsListened)
            return;
        var type = result.StatusCode.IsGood && method.ChangeType != 0 ? method.ChangeType : AuditTypes.UpdateMethod;
        Called(caller, clientEntryId, call, result, type, "Attribute/Call", method, []);
    }

    /// <summary>The same for a method whose audit events have a type and further fields of their own.</summary>
    public void Called(
        UaCaller caller,
        string? clientEntryId,
        CallMethodRequest call,
        CallMethodResult result,
        uint type,
        string source,
        MethodAudit method,
        ReadOnlySpan<(string Name, Variant Value)> fields
    ) =>
        audit.Raise(
            type,
            source,
            new AuditEntry(clientEntryId, caller.User, call.ObjectId),
            result.StatusCode,
            $"{caller.User ?? "anonymous"} called {call.MethodId}: {StatusCodes.NameOf(result.StatusCode)}.",
            [
                ("MethodId", Variant.From(call.MethodId)),
                ("StatusCodeId", Variant.FromStatusCode(result.StatusCode)),
                ("InputArguments", Told(call.InputArguments, method.Tells)),
                ("OutputArguments", Told(result.OutputArguments, _ => method.TellsOutputs)),
                .. fields,
            ]
        );

    /// <summary>A change of the history was refused.</summary>
    public void HistoryRefused(UaCaller caller, string? clientEntryId, NodeId node, uint details, StatusCode status) =>
        audit.Raise(
            AuditTypes.HistoryUpdate,
            "Attribute/HistoryUpdate",
            new AuditEntry(clientEntryId, caller.User, node),
            status,
            $"{caller.User ?? "anonymous"} may not change the history of {node}: {StatusCodes.NameOf(status)}.",
            ("ParameterDataTypeId", Variant.From((NodeId)details))
        );

    // Of the others only the type is told.
    private static Variant Told(Variant[] arguments, Func<int, bool> isTold) =>
        Variant.FromArray(
            BuiltInType.Variant,
            arguments.Select((a, i) => isTold(i) ? a : new Variant(a.Type, 0, null, a.IsArray)).ToArray()
        );
}
