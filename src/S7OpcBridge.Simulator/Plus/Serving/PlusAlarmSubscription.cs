using System.Threading.Channels;
using S7OpcBridge.S7Plus.Alarms;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;
using S7OpcBridge.Simulator.Plus.Alarms;
using S7OpcBridge.Simulator.Plus.Symbols;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulator.Plus.Serving;

/// <summary>
/// A subscription to alarms: sends each change in a notification of its own, as CPUs do. Its own task sends; members may be used from any thread.
/// </summary>
internal sealed class PlusAlarmSubscription
{
    private const int NoLimit = -1;
    private const int CreditRange = 255;
    private const int MostWaiting = 50_000;

    private readonly PlcSharedParts _works;
    private readonly ulong[] _languages;
    private readonly uint _selection;
    private readonly Channel<AlarmNews> _changes = Channel.CreateBounded<AlarmNews>(
        new BoundedChannelOptions(MostWaiting) { SingleReader = true, FullMode = BoundedChannelFullMode.Wait }
    );
    private readonly SemaphoreSlim _creditChanged = new(0);
    private readonly CancellationTokenSource _stop = new();
    private readonly AlarmListening _listening;
    private Task _running = Task.CompletedTask;
    private int _credit;
    private int _tick;
    private uint _sequence;
    private int _missed;
    private uint _objects;

    private PlusAlarmSubscription(SoftPlus plus, PlcSharedParts works, PlusObject what, ulong[] languages)
    {
        (_works, _languages) = (works, languages);
        Id = plus.NextId();
        _selection = plus.NextId();
        _credit = (short)(what[PlusIds.SubscriptionCredit]?.Bits ?? 0);
        _listening = plus.Alarms.Listen(news =>
        {
            if (!_changes.Writer.TryWrite(news))
                Interlocked.Increment(ref _missed);
        });
    }

    public uint Id { get; }

    /// <summary>Number of the last notification that it may send; −1: without limit.</summary>
    public short Credit
    {
        set
        {
            Volatile.Write(ref _credit, value);
            _creditChanged.Release();
        }
    }

    /// <summary>True for the object of a subscription to alarms.</summary>
    public static bool IsWanted(PlusObject what) =>
        what.Class == PlusIds.SubscriptionClass && what[PlusIds.SubscriptionFunctionClass]?.Bits == AlarmSubscriptionObject.FunctionClass;

    /// <summary>Creates a subscription from the object of a request.</summary>
    public static (ulong Result, PlusAlarmSubscription? Subscription) Create(SoftPlus plus, PlcSharedParts works, PlusObject what)
    {
        if (what.Children.Find(static child => child.Class == AlarmIds.SubscriptionRefClass) is not { } selection)
            return (PlusCodes.NotUnderstood, null);
        var languages = selection[AlarmIds.Languages] is { } wanted ? wanted.Numbers.ToArray() : [];
        if (!plus.Options.SendsAlarms || (languages.Length == 0 && !plus.Options.SendsAllLanguages))
            return (PlusCodes.NotAllowed, null);
        return plus.TryAddSubscription(0)
            ? (PlusCodes.Ok, new PlusAlarmSubscription(plus, works, what, languages))
            : (PlusCodes.SystemLimit, null);
    }

    /// <summary>Starts sending.</summary>
    public void Start(PlusSend send, CancellationToken ended)
    {
        var token = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token, ended).Token;
        _running = Task.Run(() => RunAsync(send, token), token);
    }

    /// <summary>Stops sending.</summary>
    public void Stop()
    {
        _listening.Dispose();
        _stop.Cancel();
    }

    /// <summary>Stops sending and waits until the last notification was sent.</summary>
    public async Task StopAsync()
    {
        Stop();
        await _running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private async Task RunAsync(PlusSend send, CancellationToken token)
    {
        await foreach (var news in _changes.Reader.ReadAllAsync(token))
        {
            while (Volatile.Read(ref _credit) is var credit and not NoLimit && credit % CreditRange == _tick)
                await _creditChanged.WaitAsync(token);
            // A client sees by the numbers that some are missing.
            _sequence += (uint)Interlocked.Exchange(ref _missed, 0);
            await send(Notification(news), _works.Faults.IsArmed(FaultPoint.Notify) ? _works.Faults.Next(FaultPoint.Notify) : null, token);
        }
    }

    private byte[] Notification(AlarmNews news)
    {
        _tick = Volatile.Read(ref _credit) == NoLimit ? 0 : (_tick + 1) % CreditRange;
        var to = new PlusWriter(1024);
        to.Byte((byte)PlusOpcode.Notification);
        var microseconds = (ulong)((_works.Time.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond);
        new NotificationHead(Id, (byte)_tick, _sequence++, microseconds, 1).Write(to);
        var objects = new PlusWriter(1024);
        var found = news.IsAcknowledgement
            ? AlarmObjects.EncodeAcknowledgement(news)
            : AlarmObjects.Encode(news, "TempDai", ++_objects, _languages);
        found.Write(objects);
        AlarmNotification.Write(to, _selection, objects.Written);
        return to.ToArray();
    }
}
