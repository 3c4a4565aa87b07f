using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.OpcUa.Server.Sessions;

namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>
/// Read (OPC 10000-4, 5.11.2), straight from the request's bytes into the response's: no object per node or value, nothing allocated for scalars.
/// </summary>
internal sealed class ReadService(ServerContext server, AddressSpace space, NodeAccess access)
{
    private const int MinReadValueId = 16;

    /// <summary>Answers a Read, whose header has been read.</summary>
    /// <param name="reply">Sends the answer.</param>
    /// <param name="caller">Who reads, also after a wait.</param>
    /// <param name="body">The bytes of the request, which are copied if the Read has to wait.</param>
    /// <param name="request">Reads the fields after the request's header.</param>
    public void Read(in Reply reply, Session session, UaCaller caller, ReadOnlySpan<byte> body, ref UaReader request)
    {
        var (maxAge, timestamps) = (request.ReadDouble(), (TimestampsToReturn)request.ReadInt32());
        if (maxAge < 0 || double.IsNaN(maxAge))
            throw new UaException(StatusCodes.BadMaxAgeInvalid, "MaxAge is negative.");
        if (timestamps is < TimestampsToReturn.Source or > TimestampsToReturn.Neither)
            throw new UaException(StatusCodes.BadTimestampsToReturnInvalid, $"TimestampsToReturn {(int)timestamps} does not exist.");
        var count = request.ReadArrayLength(MinReadValueId);
        OperationLimit.Check(count, server.Limits.MaxOperationsPerCall);

        var start = request.Position;
        var stale = Answer(reply, caller, ref request, count, timestamps, maxAge < int.MaxValue ? maxAge : double.MaxValue);
        if (stale is not null)
            Wait(reply, session, caller, body[start..], count, timestamps, stale);
    }

    /// <returns>The variables that must be read again before the answer; null: the request was answered.</returns>
    private StaleVariables? Answer(
        in Reply reply,
        UaCaller caller,
        ref UaReader request,
        int count,
        TimestampsToReturn timestamps,
        double maxAge
    )
    {
        StaleVariables? stale = null;
        var view = space.Current;
        var buffer = reply.Begin();
        try
        {
            var writer = new UaWriter(buffer);
            ResponseHead.Write(ref writer, ReadResponse.EncodingId, reply.Handle, StatusCodes.Good, reply.Now);
            writer.WriteInt32(count);
            for (var i = 0; i < count; i++)
            {
                var value = ReadOne(view, caller, ref request, maxAge != double.MaxValue, out var node, out var isUnconfirmed);
                if (isUnconfirmed)
                    (stale ??= new StaleVariables()).Unconfirmed.Add(view.VariableOf(node));
                else if (
                    maxAge != double.MaxValue
                    && server.Options.ReadFresh is not null
                    && node.Exists
                    && view.VariableOf(node) is var variable and >= 0
                    && IsStale(view, node, value, maxAge, reply.Now)
                )
                    (stale ??= new StaleVariables()).Old.Add(variable);
                writer.WriteDataValue(Stamped(value, timestamps));
            }

            writer.WriteInt32(-1); // no diagnostics
            writer.Flush();
        }
        catch
        {
            buffer.Dispose();
            throw;
        }

        if (stale is null)
            reply.Send(buffer);
        else
            buffer.Dispose();
        return stale;
    }

    private DataValue ReadOne(
        AddressSpaceView view,
        UaCaller caller,
        ref UaReader request,
        bool checksAge,
        out NodeHandle whoseValue,
        out bool isUnconfirmed
    )
    {
        (whoseValue, isUnconfirmed) = (NodeHandle.None, false);
        var id = request.ReadNodeIdView();
        var attribute = (AttributeId)request.ReadUInt32();
        var range = request.ReadStringBytes(out _);
        var encodingNamespace = request.ReadUInt16();
        var encoding = request.ReadStringBytes(out _);
        var node = view.Find(id);
        if (!node.Exists)
            return Bad(StatusCodes.BadNodeIdUnknown);
        if (attribute != AttributeId.Value)
            return ReadOther(
                view,
                caller,
                node,
                attribute,
                range.IsEmpty,
                DataEncoding.Check(view, node, attribute, encodingNamespace, encoding)
            );

        if (view.ClassOf(node) is not (NodeClass.Variable or NodeClass.VariableType))
            return Bad(StatusCodes.BadAttributeIdInvalid);
        if (access.ToRead(view, node, caller) is { IsBad: true } denied)
            return view.PartOf(node, caller) is { IsNull: false } part ? Cut(view.Stamped(StatusCodes.Good, part), range) : Bad(denied);
        if (DataEncoding.Check(view, node, attribute, encodingNamespace, encoding) is { IsBad: true } wrongEncoding)
            return Bad(wrongEncoding);
        whoseValue = node;
        // Checked before the value is read, because the read-back may come between the two.
        isUnconfirmed =
            checksAge
            && server.Options.Written is { } written
            && view.VariableOf(node) is var variable and >= 0
            && written.IsUnconfirmed(variable);
        var value = view.Read(node, AttributeId.Value);
        return Cut(value, range);
    }

    private DataValue Cut(in DataValue value, ReadOnlySpan<byte> range) => range.IsEmpty || value.Status.IsBad ? value : Part(value, range);

    private DataValue ReadOther(
        AddressSpaceView view,
        UaCaller caller,
        NodeHandle node,
        AttributeId attribute,
        bool isWhole,
        StatusCode encoding
    )
    {
        var result = access.ReadAttribute(view, node, attribute, caller);
        if (result.Status.IsBad)
            return result;
        if (encoding.IsBad)
            return Bad(encoding);
        return isWhole ? result : Bad(StatusCodes.BadIndexRangeNoData);
    }

    private DataValue Part(in DataValue value, ReadOnlySpan<byte> text)
    {
        if (IndexRange.Parse(text, out var range) is { IsBad: true } wrong)
            return Bad(wrong);
        var status = range!.Apply(value.Value, out var part);
        return status.IsBad ? Bad(status) : value with { Value = part };
    }

    private DataValue Bad(StatusCode status) => new(default, status, 0, server.Now);

    private static DataValue Stamped(in DataValue value, TimestampsToReturn timestamps) =>
        timestamps switch
        {
            TimestampsToReturn.Source => value with { ServerTime = 0 },
            TimestampsToReturn.Server => value with { SourceTime = 0 },
            TimestampsToReturn.Neither => value with { SourceTime = 0, ServerTime = 0 },
            _ => value,
        };

    /// <summary>
    /// True if the value is older than the client allows and older than the variable's sampling interval: within that there is no newer value.
    /// </summary>
    private static bool IsStale(AddressSpaceView view, NodeHandle node, in DataValue value, double maxAge, long now)
    {
        var age = (now - value.ServerTime) / (double)TimeSpan.TicksPerMillisecond;
        // A time in the future: the clock was set back since, and the age is unknown.
        return age < -1000 || (age > maxAge && age > view.SamplingIntervalOf(node));
    }

    /// <summary>Waits until the stale variables have been read again, then answers from the table.</summary>
    private void Wait(
        in Reply reply,
        Session session,
        UaCaller caller,
        ReadOnlySpan<byte> operations,
        int count,
        TimestampsToReturn timestamps,
        StaleVariables stale
    )
    {
        var call = session.Pending.Begin(
            reply.Handle,
            reply.TimeoutHint,
            server.Time,
            new WaitingRequest(reply.Connection.Requests, operations.Length)
        );
        var copy = LargeArrays.Rent(operations.Length);
        operations.CopyTo(copy);
        _ = WaitAsync(reply, session, caller, call, copy, operations.Length, count, timestamps, stale);
    }

    private async Task WaitAsync(
        Reply reply,
        Session session,
        UaCaller caller,
        PendingCall call,
        byte[] copy,
        int length,
        int count,
        TimestampsToReturn timestamps,
        StaleVariables stale
    )
    {
        try
        {
            if (stale.Unconfirmed.Count > 0)
                await server.Options.Written!.ReadBack(stale.Unconfirmed, call.Cancellation).ConfigureAwait(false);
            if (stale.Old.Count > 0)
                await server.Options.ReadFresh!(stale.Old, call.Cancellation).ConfigureAwait(false);
            if (call.Status.IsGood)
                AnswerFrom(copy.AsSpan(0, length));
            else
                reply.Fault(call.Status);
        }
        catch (Exception e)
        {
            reply.Fault(server.StatusOf(e, call, reply.Connection));
        }
        finally
        {
            session.Pending.End(call);
            LargeArrays.Return(copy);
        }

        void AnswerFrom(ReadOnlySpan<byte> operations)
        {
            var request = new UaReader(operations, server.Limits.Encoding);
            Answer(reply, caller, ref request, count, timestamps, double.MaxValue);
        }
    }
}

/// <summary>Table variables that a Read has to wait for.</summary>
internal sealed class StaleVariables
{
    /// <summary>Variables that are too old.</summary>
    public List<int> Old { get; } = [];

    /// <summary>Variables that were written and not read back yet.</summary>
    public List<int> Unconfirmed { get; } = [];
}
