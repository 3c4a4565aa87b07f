using S7OpcBridge.Simulator.Faults;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulator;

/// <summary>Faults on command. Every member may be called at any time, from any thread.</summary>
public sealed class PlcFaults
{
    private readonly Lock _gate = new();
    private readonly List<FaultRule> _rules = [];
    private readonly LinkList _links;
    private readonly TimeProvider _time;
    private volatile int _armedAt;
    private long _struck;

    internal PlcFaults(LinkList links, TimeProvider time)
    {
        _links = links;
        _time = time;
    }

    /// <summary>How often a fault has struck.</summary>
    public long Struck => Interlocked.Read(ref _struck);

    /// <summary>Arms a fault.</summary>
    /// <param name="fault">What goes wrong.</param>
    /// <param name="at">Where it strikes.</param>
    /// <param name="skip">Events of that kind that pass unharmed first.</param>
    /// <param name="times">How often it strikes; 0: until <see cref="Clear"/>.</param>
    /// <param name="every">It strikes the first event and then each so-many-th.</param>
    public void Arm(Fault fault, FaultPoint at = FaultPoint.Job, int skip = 0, int times = 1, int every = 1)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(every, 1);
        lock (_gate)
        {
            _rules.Add(new FaultRule(fault, at, skip, times, every));
            _armedAt |= (int)at;
        }
    }

    /// <summary>Disarms everything.</summary>
    public void Clear()
    {
        lock (_gate)
        {
            _rules.Clear();
            _armedAt = 0;
        }
    }

    /// <summary>Resets every connection (RST).</summary>
    public void ResetConnections() => _links.EndAll(LinkEnd.Reset);

    /// <summary>Closes every connection (FIN).</summary>
    public void CloseConnections() => _links.EndAll(LinkEnd.Close);

    /// <summary>Pulls the cable: connections stay open but nothing answers, neither old ones nor new ones, until <see cref="MendCable"/>.</summary>
    public void CutCable() => _links.IsCut = true;

    /// <summary>Plugs the cable in again. Connections of before are dead: what they said meanwhile is lost.</summary>
    public void MendCable()
    {
        _links.IsCut = false;
        _links.EndAll(LinkEnd.Reset);
    }

    /// <summary>Power off and on: all connections are reset, and for a while every new one, too. Memory is kept.</summary>
    /// <param name="darkness">How long the PLC takes to come back.</param>
    /// <param name="cancellationToken">Ends the wait; the PLC is back then.</param>
    public async Task RebootAsync(TimeSpan darkness, CancellationToken cancellationToken)
    {
        CutPower();
        try
        {
            await Task.Delay(darkness, _time, cancellationToken);
        }
        finally
        {
            GivePower();
        }
    }

    /// <summary>The first half of a reboot: dark until <see cref="GivePower"/>.</summary>
    public void CutPower()
    {
        _links.IsDark = true;
        _links.EndAll(LinkEnd.Reset);
    }

    /// <summary>The second half of a reboot.</summary>
    public void GivePower() => _links.IsDark = false;

    /// <summary>True when a fault may strike there: the cheap question on the way of every answer.</summary>
    internal bool IsArmed(FaultPoint point) => (_armedAt & (int)point) != 0;

    /// <summary>Counts an event and tells what goes wrong with it; null: nothing.</summary>
    internal FaultMix? Take(FaultPoint point)
    {
        if (!IsArmed(point))
            return null;
        FaultMix? mix = null;
        lock (_gate)
        {
            var armed = 0;
            for (var i = 0; i < _rules.Count; i++)
            {
                var rule = _rules[i];
                if (rule.Strikes(point))
                {
                    (mix ??= new FaultMix()).Add(rule.Fault);
                    _struck++;
                }

                if (rule.IsSpent)
                    _rules.RemoveAt(i--);
                else
                    armed |= (int)rule.At;
            }

            _armedAt = armed;
        }

        return mix;
    }
}
