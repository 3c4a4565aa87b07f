using S7OpcBridge.Simulator.Faults;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulator;

/// <summary>Controls faults. Every member may be called at any time, from any thread.</summary>
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

    /// <summary>Number of faults that have occurred.</summary>
    public long Struck => Interlocked.Read(ref _struck);

    /// <summary>Arms a fault.</summary>
    /// <param name="at">The events that it affects.</param>
    /// <param name="skip">Number of events to skip first.</param>
    /// <param name="times">How often it occurs; 0: until <see cref="Clear"/>.</param>
    /// <param name="every">It affects the first event and then every n-th one.</param>
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

    /// <summary>Simulates a cut cable: connections stay open, but neither old nor new ones are answered until <see cref="MendCable"/>.</summary>
    public void CutCable() => _links.IsCut = true;

    /// <summary>Reconnects the cable. Existing connections do not work any more, because data sent meanwhile are lost.</summary>
    public void MendCable()
    {
        _links.IsCut = false;
        _links.EndAll(LinkEnd.Reset);
    }

    /// <summary>Simulates power off and on: all connections are reset, and new ones, too, for a while. Memory is kept.</summary>
    /// <param name="darkness">How long the PLC needs to restart.</param>
    /// <param name="cancellationToken">Ends the wait; the PLC then runs again.</param>
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

    /// <summary>Switches the power off until <see cref="GivePower"/>.</summary>
    public void CutPower()
    {
        _links.IsDark = true;
        _links.EndAll(LinkEnd.Reset);
    }

    /// <summary>Switches the power on again.</summary>
    public void GivePower()
    {
        if (_links.IsDark)
            PowerIsBack?.Invoke();
        _links.IsDark = false;
    }

    /// <summary>Is told when the power is back, before anybody can connect.</summary>
    internal Action? PowerIsBack { get; set; }

    /// <summary>True when a fault may affect this event; a cheap check for every answer.</summary>
    internal bool IsArmed(FaultPoint point) => (_armedAt & (int)point) != 0;

    /// <summary>Counts an event and returns its faults; null: none.</summary>
    internal FaultMix? Next(FaultPoint point)
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
