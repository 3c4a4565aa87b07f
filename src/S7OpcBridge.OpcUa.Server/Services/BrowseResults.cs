using System.Buffers;
using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.OpcUa.Server.Sessions;

namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>Writes browse results. The references of one result are collected first, since the continuation point is written before them.</summary>
internal sealed class BrowseResults(Reply reply, Session session, UaCaller caller, AddressSpaceView view, NodeAccess access, int maxPoints)
    : IDisposable
{
    private const int Batch = 64;
    private readonly NodeReference[] _batch = ArrayPool<NodeReference>.Shared.Rent(Batch);
    private NodeReference[] _found = ArrayPool<NodeReference>.Shared.Rent(Batch);
    private MessageBuffer? _buffer;

    public AddressSpaceView View => view;

    public UaWriter Begin(uint encodingId, int count)
    {
        session.Browses.BeginCall();
        _buffer = reply.Begin();
        var writer = new UaWriter(_buffer);
        ResponseHead.Write(ref writer, encodingId, reply.Handle, StatusCodes.Good, reply.Now);
        writer.WriteInt32(count);
        return writer;
    }

    public void Send(ref UaWriter writer)
    {
        writer.WriteInt32(-1); // no diagnostics
        writer.Flush();
        reply.Send(_buffer!);
        _buffer = null;
    }

    public void WriteEmpty(ref UaWriter writer, StatusCode status)
    {
        writer.WriteStatusCode(status);
        writer.WriteByteString(null);
        writer.WriteInt32(0);
    }

    public void Write(ref UaWriter writer, StatusCode status, in BrowseCursor cursor)
    {
        if (status.IsBad)
        {
            WriteEmpty(ref writer, status);
            return;
        }

        var count = Collect(cursor, out var next);
        var point = next < 0 ? null : session.Browses.Add(cursor with { Ordinal = next }, maxPoints);
        if (next >= 0 && point is null)
        {
            WriteEmpty(ref writer, StatusCodes.BadNoContinuationPoints);
            return;
        }

        writer.WriteStatusCode(StatusCodes.Good);
        writer.WriteByteString(point);
        writer.WriteInt32(count);
        foreach (var reference in _found.AsSpan(0, count))
            Write(ref writer, reference, (BrowseResultMask)cursor.ResultMask);
    }

    public void Dispose()
    {
        _buffer?.Dispose();
        ArrayPool<NodeReference>.Shared.Return(_batch);
        ArrayPool<NodeReference>.Shared.Return(_found);
    }

    /// <param name="cursor">The request, and where to go on.</param>
    /// <param name="next">Ordinal of the first reference that did not fit; -1: there is none.</param>
    private int Collect(in BrowseCursor cursor, out int next)
    {
        var found = 0;
        for (
            int ordinal = cursor.Ordinal, read;
            (read = view.References(cursor.Node, ordinal, _batch.AsSpan(0, Batch))) > 0;
            ordinal += read
        )
        {
            for (var i = 0; i < read; i++)
            {
                if (!Matches(_batch[i], cursor))
                    continue;
                if (found == cursor.MaxReferences)
                {
                    next = ordinal + i;
                    return found;
                }

                if (found == _found.Length)
                    Grow();
                _found[found++] = _batch[i];
            }
        }

        next = -1;
        return found;
    }

    private bool Matches(in NodeReference reference, in BrowseCursor cursor) =>
        (cursor.Direction == BrowseDirection.Both || reference.IsForward == (cursor.Direction == BrowseDirection.Forward))
        && view.ReferenceTypes.IsIn(reference.Type, cursor.Types)
        && (cursor.ClassMask == 0 || ((uint)view.ClassOf(reference.Target) & cursor.ClassMask) != 0)
        && access.MayBrowse(view, reference.Target, caller);

    private void Write(ref UaWriter writer, in NodeReference reference, BrowseResultMask mask)
    {
        var target = reference.Target;
        var nodeClass = view.ClassOf(target);
        var hasType = nodeClass is NodeClass.Object or NodeClass.Variable && (mask & BrowseResultMask.TypeDefinition) != 0;
        writer.WriteNodeId((mask & BrowseResultMask.ReferenceTypeId) != 0 ? TypeNumber.IdOf(reference.Type) : default);
        writer.WriteBoolean((mask & BrowseResultMask.IsForward) != 0 && reference.IsForward);
        writer.WriteExpandedNodeId(view.IdOf(target));
        writer.WriteQualifiedName((mask & BrowseResultMask.BrowseName) != 0 ? view.BrowseNameOf(target) : default);
        writer.WriteLocalizedText((mask & BrowseResultMask.DisplayName) != 0 ? view.DisplayNameOf(target) : default);
        writer.WriteInt32((mask & BrowseResultMask.NodeClass) != 0 ? (int)nodeClass : 0);
        writer.WriteExpandedNodeId(hasType ? view.TypeOf(target) : default);
    }

    private void Grow()
    {
        var larger = ArrayPool<NodeReference>.Shared.Rent(_found.Length * 2);
        _found.CopyTo(larger, 0);
        ArrayPool<NodeReference>.Shared.Return(_found);
        _found = larger;
    }
}
