using S7OpcBridge.Bridge.Events;
using S7OpcBridge.Core;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>From what a PLC's status says, when it is news.</summary>
public class PlcHealthTests
{
    private static readonly PlcStatus Up = new()
    {
        State = PlcState.Running,
        Connected = true,
        CpuState = "RUN",
    };
    private static readonly PlcStatus Connecting = new() { State = PlcState.Connecting };
    private static readonly PlcStatus Waiting = new() { State = PlcState.Waiting };

    private readonly PlcHealth _health = new();

    [Test]
    public void A_PLC_that_comes_up_is_no_news() => Assert.That(News(Connecting, Connecting, Up, Up, Up), Is.Empty);

    [Test]
    public void A_PLC_that_is_never_reached_is_news_once() =>
        Assert.That(
            News(Connecting, Waiting, Connecting, Waiting, Connecting, Waiting, Waiting),
            Is.EqualTo(new[] { PlcHealthState.Away })
        );

    [Test]
    public void Going_and_coming_back_are_news() =>
        Assert.That(
            News(Up, Up, Waiting, Waiting, Connecting, Waiting, Up, Up),
            Is.EqualTo(new[] { PlcHealthState.Away, PlcHealthState.None })
        );

    [Test]
    public void A_state_that_was_seen_once_is_not_taken_for_one() =>
        Assert.That(News(Up, Up, Up with { CpuState = "STOP" }, Up, Up), Is.Empty);

    [Test]
    public void Other_troubles_are_told_too() =>
        Assert.That(
            News(
                Up,
                Up with
                {
                    CpuState = "STOP",
                },
                Up with
                {
                    CpuState = "STOP",
                },
                Up with
                {
                    RefusesAll = true,
                },
                Up with
                {
                    RefusesAll = true,
                },
                Waiting,
                Waiting,
                Up,
                Up
            ),
            Is.EqualTo(new[] { PlcHealthState.InStop, PlcHealthState.RefusesAll, PlcHealthState.Away, PlcHealthState.None })
        );

    [Test]
    public void A_PLC_that_is_slowed_down_is_news_and_so_is_its_recovery() =>
        Assert.That(
            News(Up, Up with { SlowedBy = 2 }, Up with { SlowedBy = 2 }, Up with { SlowedBy = 4 }, Up, Up),
            Is.EqualTo(new[] { PlcHealthState.Slowed, PlcHealthState.None })
        );

    [Test]
    public void A_PLC_that_was_away_between_two_looks_is_seen_by_its_count_of_reconnects()
    {
        _health.Update(Up, out _);
        _health.Update(Up, out _);
        Assert.That(_health.Update(Up with { Reconnects = 1 }, out var blinked) && blinked);
        Assert.That(_health.Update(Up with { Reconnects = 1 }, out _), Is.False);
    }

    [Test]
    public void An_outage_that_was_told_is_not_told_again_as_a_blink()
    {
        Assert.That(News(Up, Up, Waiting, Waiting), Has.Count.EqualTo(1));
        Assert.That(_health.Update(Up with { Reconnects = 1 }, out var blinked), Is.False);
        Assert.That(_health.Update(Up with { Reconnects = 1 }, out var again));
        Assert.That(blinked || again, Is.False);
    }

    [Test]
    public void A_disabled_PLC_is_in_no_trouble() => Assert.That(News(new PlcStatus(), new PlcStatus(), new PlcStatus()), Is.Empty);

    private List<PlcHealthState> News(params PlcStatus[] statuses)
    {
        var news = new List<PlcHealthState>();
        foreach (var status in statuses)
        {
            if (_health.Update(status, out _))
                news.Add(_health.Trouble);
        }

        return news;
    }
}
