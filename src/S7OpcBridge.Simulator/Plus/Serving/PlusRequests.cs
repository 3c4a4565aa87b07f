using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;
using S7OpcBridge.Simulator.Faults;
using S7OpcBridge.Simulator.Plus.Symbols;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulator.Plus.Serving;

/// <summary>Sends a message of the link's protocol version 2.</summary>
internal delegate ValueTask PlusSend(ReadOnlyMemory<byte> message, FaultMix? mix, CancellationToken cancellationToken);

/// <summary>Receives requests of one connection and makes their answers.</summary>
internal sealed class PlusRequests(SoftPlus plus, PlusSession session, PlcSharedParts works, PlusSend send, CancellationToken ended)
{
    private readonly PlusItems _items = new(plus, works);
    private readonly PlusObjects _objects = new(plus, session);
    private readonly PlusCreations _creations = new(plus, session, works, send, ended);
    private readonly PlusBrowse _browse = new(plus, works.Plc.Cpu);

    private bool _isCounted;

    /// <summary>True after an error on which a CPU resets the connection.</summary>
    public bool IsBroken { get; private set; }

    /// <summary>Serves the next complete request. False: there is none, or the connection is to be closed.</summary>
    public bool TryServe(FrameAssembler assembler, out byte version, out ReadOnlyMemory<byte> answer, out FaultMix? mix)
    {
        _creations.StartCreated();
        answer = default;
        mix = null;
        if (IsBroken || !assembler.TryTake(out version, out var message))
        {
            version = 0;
            return false;
        }

        if (!PlusFrame.HasTrailer(version))
            return true;
        if (message.Length > plus.Options.MaxRequestBytes)
        {
            IsBroken = true;
            return false;
        }

        var from = new PlusReader(message);
        var head = PlusRequestHead.Read(ref from);
        if (!IsAllowed(head, version))
        {
            IsBroken = true;
            return false;
        }

        mix = works.Faults.IsArmed(PointOf(head.Function)) ? works.Faults.Next(PointOf(head.Function)) : null;
        var to = new PlusWriter(1024);
        new AnswerHead(head.Function, (ushort)(head.Sequence + (mix?.ReferenceBy ?? 0)), head.Flags).Write(to);
        Serve(ref from, new PlusAnswer(head, to, mix));
        if (IsBroken)
            return false;
        answer = head.Flags == TransportFlags.NoAnswer ? default : to.ToArray();
        return true;
    }

    private static FaultPoint PointOf(PlusFunction function) =>
        function switch
        {
            PlusFunction.GetMultiVariables => FaultPoint.Read,
            PlusFunction.SetMultiVariables => FaultPoint.Write,
            PlusFunction.Explore => FaultPoint.Browse,
            PlusFunction.CreateObject => FaultPoint.Setup,
            _ => FaultPoint.Userdata,
        };

    // The CPU resets a connection that creates the session with other flags, or sends a request before it exists.
    private bool IsAllowed(in PlusRequestHead head, byte version) =>
        session.Id == 0
            ? head is { Function: PlusFunction.CreateObject, Session: PlusIds.NullSession, Flags: TransportFlags.CreateSession }
                && version == PlusFrame.Version1
            : head.Session == session.Id && version == PlusFrame.Version2;

    private void Serve(ref PlusReader from, PlusAnswer answer)
    {
        _isCounted = !session.IsSetUp;
        if (answer.Mix is { RefuseWith: > 0 } refusal)
        {
            Refuse(answer, PlusCodes.Error((short)refusal.RefuseWith));
            return;
        }

        if (
            session is { Id: > 0, IsSetUp: false }
            && answer.Head.Function is not (PlusFunction.SetMultiVariables or PlusFunction.DeleteObject)
        )
        {
            Refuse(answer, PlusCodes.NotAllowed);
            return;
        }

        var before = answer.To.Length;
        try
        {
            Dispatch(ref from, answer);
        }
        catch (S7PlusProtocolException)
        {
            answer.To.Truncate(before);
            Refuse(answer, PlusCodes.NotUnderstood);
        }
    }

    // The CPU also counts refused requests; otherwise the next integrity id would be ahead of its count.
    private void Refuse(PlusAnswer answer, ulong error)
    {
        if (!_isCounted)
            session.CountUnseen(IntegrityCounters.IsSet(answer.Head.Function));
        answer.Refuse(error);
    }

    private void Dispatch(ref PlusReader from, PlusAnswer answer)
    {
        switch (answer.Head.Function)
        {
            case PlusFunction.CreateObject when session.Id == 0:
                works.Counters.Setup();
                _objects.CreateSession(ref from, answer);
                break;
            case PlusFunction.CreateObject:
                CreateObject(ref from, answer);
                break;
            case PlusFunction.DeleteObject:
                DeleteObject(ref from, answer);
                break;
            case PlusFunction.GetMultiVariables:
                Read(ref from, answer);
                break;
            case PlusFunction.SetMultiVariables:
                Write(ref from, answer);
                break;
            case PlusFunction.Explore:
                Explore(ref from, answer);
                break;
            case PlusFunction.GetVarSubStreamed:
                var get = SingleVariable.ReadGetRequest(ref from);
                if (Counts(answer, get.Integrity))
                    PlusObjects.AnswerGet(AttributeOf(get.Object, get.Attribute), answer, get.Integrity);
                break;
            case PlusFunction.SetVariable:
                SetVariable(ref from, answer);
                break;
            default:
                Refuse(answer, PlusCodes.NotUnderstood);
                break;
        }
    }

    private PlusValue? AttributeOf(uint target, uint attribute) =>
        _objects.AttributeOf(target, attribute) ?? (target == session.Id || IsLocked ? null : _browse.AttributeOf(target, attribute));

    private void CreateObject(ref PlusReader from, PlusAnswer answer)
    {
        var (parent, what, integrity) = ObjectLife.ReadCreateRequest(ref from, hasIntegrity: true);
        if (Counts(answer, integrity))
            _creations.Create(parent, what, IsLocked, answer, integrity);
    }

    private void DeleteObject(ref PlusReader from, PlusAnswer answer)
    {
        var (target, integrity) = ObjectLife.ReadDeleteRequest(ref from);
        if (!Counts(answer, integrity))
            return;
        answer.To.Vlq64(_objects.Delete(target));
        answer.To.UInt32(target);
        if (!session.IsOver)
            answer.To.Vlq(answer.Integrity(integrity));
        answer.To.UInt32(0);
    }

    private void Read(ref PlusReader from, PlusAnswer answer)
    {
        var (target, items, attributes, integrity) = GetMultiVariables.ReadRequest(ref from);
        if (!Counts(answer, integrity))
            return;
        works.Counters.Read(Math.Max(items.Length, attributes.Length));
        if (target != 0)
            _items.Refuse(answer, PlusCodes.NoObject, integrity, values: true);
        else
            _items.Read(items, answer, integrity, IsLocked);
    }

    private void Write(ref PlusReader from, PlusAnswer answer)
    {
        var (target, items, attributes, values) = SetMultiVariables.ReadRequest(ref from);
        if (target == session.Id && attributes is [PlusIds.SessionVersion])
        {
            session.IsSetUp = true;
            answer.To.Vlq64(PlusCodes.Ok);
            answer.To.Byte(0);
            answer.To.Vlq(0);
            answer.To.UInt32(0);
            return;
        }

        var integrity = from.Vlq32();
        if (!Counts(answer, integrity))
            return;
        works.Counters.Write(items.Length);
        if (IsLocked)
            _items.Refuse(answer, PlusCodes.AccessDenied, integrity, values: false);
        else if (target != 0)
            _items.Refuse(answer, PlusCodes.NoObject, integrity, values: false);
        else
            _items.Write(items, values, answer, integrity);
    }

    private void Explore(ref PlusReader from, PlusAnswer answer)
    {
        var request = S7Plus.Messages.Explore.ReadRequest(ref from);
        if (!Counts(answer, request.Integrity))
            return;
        if (IsLocked)
            answer.Result(PlusCodes.AccessDenied, request.Integrity);
        else
            _browse.Explore(request, answer);
    }

    private void SetVariable(ref PlusReader from, PlusAnswer answer)
    {
        var (target, attribute, value) = SingleVariable.ReadSetRequest(ref from);
        ObjectQualifier.Skip(ref from);
        // The byte between qualifier and integrity id may have been read as the end of the qualifier.
        var integrity = from.Left > 5 && from.Peek == 0 ? SkipByte(ref from) : from.Vlq32();
        if (Counts(answer, integrity))
            _objects.Set(target, attribute, value, answer, integrity);
    }

    private static uint SkipByte(ref PlusReader from)
    {
        from.Byte();
        return from.Vlq32();
    }

    private bool IsLocked => plus.Access == SoftAccess.None && !session.IsUnlocked;

    private bool Counts(PlusAnswer answer, uint integrity)
    {
        _isCounted = true;
        if (session.Count(IntegrityCounters.IsSet(answer.Head.Function), integrity))
            return true;
        IsBroken = true;
        return false;
    }
}
