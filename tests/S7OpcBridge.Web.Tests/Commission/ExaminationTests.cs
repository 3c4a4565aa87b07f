using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;
using S7OpcBridge.Web.Commission;

namespace S7OpcBridge.Web.Tests;

/// <summary>Examinations that pages start and follow.</summary>
[CancelAfter(60_000)]
public sealed class ExaminationTests
{
    private readonly ManualClock _clock = new();

    [Test]
    public async Task Stages_are_seen_while_it_runs_and_the_ways_at_its_end(CancellationToken cancellationToken)
    {
        var go = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var all = new Examinations(_clock);
        var begun = all.Start(
            "anna",
            async (told, token) =>
            {
                told(Report("tcp"));
                await go.Task.WaitAsync(token);
                told(Report("tcp", "cotp"));
                return [new PlcWay("s7", "s7-300") { Rack = 0, Slot = 2 }];
            }
        )!;
        await Poll.UntilAsync(() => all.Show("anna", begun.Id)!.Reports.Count == 1, cancellationToken);
        Assert.That(all.Show("anna", begun.Id)!.IsOver, Is.False);
        Assert.That(all.Show("bert", begun.Id), Is.Null, "of another user");
        go.SetResult();
        await Poll.UntilAsync(() => all.Show("anna", begun.Id)!.IsOver, cancellationToken);
        var end = all.Show("anna", begun.Id)!;
        Assert.That(end.Reports.Single().Stages, Has.Count.EqualTo(2), "the later report took the place of the earlier");
        Assert.That(end.Found!.Single().Slot, Is.EqualTo(2));
    }

    [Test]
    public async Task A_user_has_one_few_run_in_all_and_one_that_nobody_follows_ends(CancellationToken cancellationToken)
    {
        var all = new Examinations(_clock);
        var first = all.Start("user0", Endless)!;
        var second = all.Start("user0", Endless)!;
        Assert.That(first.Stopped.IsCancellationRequested, Is.True, "the second of the same user");
        for (var i = 1; i < Examinations.Most; i++)
            Assert.That(all.Start($"user{i}", Endless), Is.Not.Null);
        Assert.That(all.Start("one more", Endless), Is.Null);
        _clock.Advance(Examinations.Silence / 2);
        Assert.That(all.Show("user0", second.Id)!.IsOver, Is.False);
        _clock.Advance(Examinations.Silence / 2 + TimeSpan.FromSeconds(1));
        Assert.That(second.Stopped.IsCancellationRequested, Is.False, "its page has just asked");
        Assert.That(all.Start("one more", Endless), Is.Not.Null, "the others were forgotten");
        _clock.Advance(Examinations.Silence * 2);
        await Poll.UntilAsync(() => second.IsOver, cancellationToken);
    }

    [Test]
    public async Task A_fault_is_told_as_a_sentence(CancellationToken cancellationToken)
    {
        var all = new Examinations(_clock);
        var begun = all.Start("anna", static (_, _) => throw new InvalidOperationException("There is no PLC 'x' in the running map."))!;
        await Poll.UntilAsync(() => all.Show("anna", begun.Id)!.IsOver, cancellationToken);
        Assert.That(all.Show("anna", begun.Id)!.Fault, Is.EqualTo("There is no PLC 'x' in the running map."));
    }

    [TestCase("""{"host":"10.0.0.1","plc":"Line1"}""")]
    [TestCase("""{"host":""}""")]
    [TestCase("""{"host":"a b"}""")]
    [TestCase("""{"host":"http://10.0.0.1/"}""")]
    [TestCase("""{"host":"10.0.0.1","port":0}""")]
    [TestCase("""{"host":"10.0.0.1","port":65536}""")]
    [TestCase("""{"host":"10.0.0.1","protocol":"http"}""")]
    [TestCase("""{"host":"10.0.0.1","profile":"s7-15000"}""")]
    [TestCase("""{"host":"10.0.0.1","rack":8}""")]
    [TestCase("""{"host":"10.0.0.1","slot":-1}""")]
    [TestCase("""{"host":"10.0.0.1","password":"x"}""")]
    public async Task What_is_no_address_is_not_asked(string body)
    {
        var asked = 0;
        var rig = new ActionRig(
            ActionRig.WithUsers() with
            {
                Plcs = new PlcCommands
                {
                    SearchAsync = (_, _, _) =>
                    {
                        asked++;
                        return Task.FromResult(new FoundPlc([]));
                    },
                },
            }
        );
        var (cookie, token) = rig.Begin("ConfigureAdmin");
        Assert.That((await rig.SendAsync("plcs/examine", body, cookie, token, ActionRig.Site)).Status, Is.EqualTo(400));
        Assert.That(asked, Is.Zero);
    }

    [Test]
    public async Task A_release_and_a_reload_reach_the_bridge_with_the_user()
    {
        var done = new List<string>();
        var rig = new ActionRig(
            ActionRig.WithUsers() with
            {
                Plcs = new PlcCommands
                {
                    Release = (plc, duration) => Note($"release {plc} {duration.TotalMinutes}"),
                    Reload = user => Note($"reload {user}"),
                },
            }
        );
        var (cookie, token) = rig.Begin("ConfigureAdmin");
        await rig.SendAsync("plcs/release", """{"plc":"Line1","minutes":15}""", cookie, token, ActionRig.Site);
        await rig.SendAsync("plcs/release", """{"plc":"Line1","minutes":1441}""", cookie, token, ActionRig.Site);
        await rig.SendAsync("plcs/reload", "{}", cookie, token, ActionRig.Site);
        Assert.That(done, Is.EqualTo(new[] { "release Line1 15", "reload ConfigureAdmin" }));
        Assert.That(
            rig.Audit,
            Is.EqualTo(
                new[]
                {
                    "ConfigureAdmin plcs/release Good",
                    "ConfigureAdmin plcs/release BadInvalidArgument",
                    "ConfigureAdmin plcs/reload Good",
                }
            )
        );

        CommandOutcome Note(string what)
        {
            done.Add(what);
            return new CommandOutcome(StatusCodes.Good, what);
        }
    }

    private static async Task<IReadOnlyList<PlcWay>?> Endless(Action<PlcReport> told, CancellationToken cancellationToken)
    {
        await Task.Delay(Timeout.Infinite, cancellationToken);
        return null;
    }

    private static PlcReport Report(params string[] stages) =>
        new()
        {
            Name = "10.0.0.1",
            Host = "10.0.0.1",
            Port = 102,
            Profile = "generic",
            Connection = "own",
            Ok = true,
            Stages = [.. stages.Select(stage => new StageReport(stage, "ok", ""))],
            Findings = [],
        };
}
