using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;
using S7OpcBridge.Simulator.Plus.Symbols;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulator.Plus.Serving;

/// <summary>A subscription: sends all values first, then in each cycle the changed ones. Its own task sends; members may be used from any thread.</summary>
internal sealed class PlusSubscription
{
    private const int NoLimit = -1;
    private const int CreditRange = 255;
    private const byte ChangesOnly = 0x20;
    private const byte AddressError = 0x13;

    private readonly SoftPlus _plus;
    private readonly PlcSharedParts _works;
    private readonly List<PlusSubscriptionItem> _items;
    private readonly TimeSpan _cycle;
    private readonly byte _route;
    private readonly byte _changeCounter;
    private readonly CancellationTokenSource _stop = new();
    private Task _running = Task.CompletedTask;
    private int _credit;
    private int _tick;
    private uint _sequence;
    private SymbolProgram? _program;

    private PlusSubscription(SoftPlus plus, PlcSharedParts works, PlusObject what, List<PlusSubscriptionItem> items, byte changeCounter)
    {
        (_plus, _works, _items, _changeCounter) = (plus, works, items, changeCounter);
        Id = plus.NextId();
        _route = (byte)(what[PlusIds.SubscriptionRouteMode]?.Bits ?? 0);
        _credit = (short)(what[PlusIds.SubscriptionCredit]?.Bits ?? 0);
        var cycle = TimeSpan.FromMilliseconds(what[PlusIds.SubscriptionCycle]?.AsUInt32() ?? 0);
        _cycle = cycle < plus.Options.ShortestCycle ? plus.Options.ShortestCycle : cycle;
    }

    public uint Id { get; }

    /// <summary>Number of items.</summary>
    public int Items => _items.Count;

    /// <summary>Number of the last notification that it may send; −1: without limit.</summary>
    public short Credit
    {
        set => Volatile.Write(ref _credit, value);
    }

    /// <summary>Creates a subscription from the object of a request.</summary>
    public static (ulong Result, PlusSubscription? Subscription) Create(SoftPlus plus, PlcSharedParts works, PlusObject what)
    {
        // Alarms (2) and diagnostics (3): a list of other things than items.
        if (what[PlusIds.SubscriptionFunctionClass] is { Bits: not 0 })
            return (PlusCodes.NotAllowed, null);
        var list = what[PlusIds.SubscriptionReferences] is { } value ? value.Numbers : default;
        if (!TryReadList(list, out var items))
            return (PlusCodes.NotUnderstood, null);
        return plus.TryAddSubscription(items.Count)
            ? (PlusCodes.Ok, new PlusSubscription(plus, works, what, items, (byte)(list[0] >> 16)))
            : (PlusCodes.SystemLimit, null);
    }

    /// <summary>Starts sending.</summary>
    public void Start(PlusSend send, CancellationToken ended)
    {
        var token = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token, ended).Token;
        _running = Task.Run(() => RunAsync(send, token), token);
    }

    /// <summary>Stops sending.</summary>
    public void Stop() => _stop.Cancel();

    /// <summary>Stops sending and waits until the last notification was sent.</summary>
    public async Task StopAsync()
    {
        Stop();
        await _running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private async Task RunAsync(PlusSend send, CancellationToken token)
    {
        using var timer = new PeriodicTimer(_cycle, _works.Time);
        while (await timer.WaitForNextTickAsync(token))
        {
            var credit = Volatile.Read(ref _credit);
            if (credit != NoLimit && credit % CreditRange == _tick)
                continue;
            var message = Notification(credit == NoLimit);
            if (message is null)
                continue;
            await send(message, _works.Faults.IsArmed(FaultPoint.Notify) ? _works.Faults.Next(FaultPoint.Notify) : null, token);
        }
    }

    // Null: nothing has changed.
    private byte[]? Notification(bool isUnlimited)
    {
        var records = new PlusWriter(1024);
        Changes(records);
        if (records.Length == 0 && (_route & ChangesOnly) != 0)
            return null;
        _tick = isUnlimited ? 0 : (_tick + 1) % CreditRange;
        var to = new PlusWriter(records.Length + 64);
        to.Byte((byte)PlusOpcode.Notification);
        var microseconds = (ulong)((_works.Time.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond);
        new NotificationHead(Id, (byte)_tick, ++_sequence, microseconds, _changeCounter).Write(to);
        to.Bytes(records.Written);
        to.Byte(0);
        to.UInt32(0);
        return to.ToArray();
    }

    private void Changes(PlusWriter to)
    {
        var program = _plus.Program;
        if (program != _program)
        {
            _program = program;
            foreach (var item in _items)
                item.Find(program);
        }

        using var hold = _works.Plc.Memory.Hold();
        foreach (var item in _items)
        {
            switch (item.Resolve(hold))
            {
                case ItemChange.Value:
                    to.Byte(NotificationRecord.ValueVlq);
                    to.Vlq(item.Reference);
                    PlusMemory.Write(to, item.Location, item.Bytes);
                    break;
                case ItemChange.Error:
                    to.Byte(AddressError);
                    to.UInt32(item.Reference);
                    break;
            }
        }
    }

    // 0x80000000 | change counter << 16, removed, added; per item 0x80040000 | ids, reference, 0, area, CRC, sub-area, LIDs.
    private static bool TryReadList(ReadOnlySpan<ulong> list, out List<PlusSubscriptionItem> items)
    {
        const int HeadLength = 3;
        const int ItemLength = 6;
        items = [];
        if (list.Length < HeadLength)
            return false;
        var rest = list[HeadLength..];
        for (var left = list[2]; left > 0; left--)
        {
            var ids = rest.Length < ItemLength ? 0 : (int)(rest[0] & 0xFFFF);
            if (ids < 1 || rest.Length < ItemLength - 1 + ids)
                return false;
            var lids = new uint[ids - 1];
            for (var i = 0; i < lids.Length; i++)
                lids[i] = (uint)rest[ItemLength + i];
            items.Add(new PlusSubscriptionItem((uint)rest[1], new S7PlusAddress((uint)rest[3], (uint)rest[5], lids, (uint)rest[4])));
            rest = rest[(ItemLength - 1 + ids)..];
        }

        return true;
    }
}
