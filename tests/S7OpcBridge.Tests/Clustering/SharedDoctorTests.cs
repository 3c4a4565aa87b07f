using S7OpcBridge.Cluster;
using S7OpcBridge.Clustering;
using S7OpcBridge.Core;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Tests;

/// <summary>Doctor asks the node that reads a PLC, however long that takes, and says why where no report comes back.</summary>
[CancelAfter(30_000), FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed class SharedDoctorTests
{
    private static readonly PlcReport Found = new()
    {
        Name = "Line1",
        Host = "10.0.0.5",
        Port = 102,
        Profile = "s7-1500",
        Connection = "bridge",
        Ok = false,
        Stages = [new StageReport("tcp", "ok", "")],
        Findings = [new DoctorFinding("blocks", "blockMissing", "error", "DB7 is not there", "load it", "", ["A"])],
    };

    private readonly ManualClock _clock = new();
    private readonly TaskCompletionSource<PlcReport?> _examined = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _examinations;

    private SharedDoctor Owner() =>
        new(
            "edge02",
            static (_, _, _, _) => throw new InvalidOperationException("it asks nobody"),
            (_, _, _) =>
            {
                Interlocked.Increment(ref _examinations);
                return _examined.Task;
            },
            _clock
        );

    private SharedDoctor Asker(Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask<byte[]>> ask) =>
        new(
            "edge01",
            (node, kind, body, token) =>
                (node, kind) == ("edge02", SharedDoctor.Kind) ? ask(body, token) : throw new InvalidOperationException(node),
            static (_, _, _) => throw new InvalidOperationException("it examines nothing"),
            _clock
        );

    [Test]
    public async Task An_examination_that_outlasts_a_call_is_asked_for_again_and_made_once(CancellationToken cancellationToken)
    {
        using var owner = Owner();
        var calls = 0;
        using var asker = Asker(
            async (body, token) =>
            {
                if (++calls == 4)
                    _examined.SetResult(Found);
                var answer = owner.AnswerAsync("edge01", SharedDoctor.Kind, body, token).AsTask();
                await Poll.WhileRunningAsync(
                    answer,
                    () =>
                    {
                        _clock.Advance(TimeSpan.FromSeconds(1));
                        return Task.CompletedTask;
                    },
                    token
                );
                // An answer that is lost on its way is no end either.
                return calls == 2 ? throw new ClusterCallException(ClusterCallFailure.OutcomeUnknown, "no answer") : await answer;
            }
        );
        var other = await asker.AskAsync("edge02", "Line1", probe: false, cancellationToken);
        Assert.That((other.Node, other.Reason, calls, _examinations), Is.EqualTo(("edge02", "", 4, 1)));
        Assert.That((other.Report!.Name, other.Report.Ok, other.Report.Connection), Is.EqualTo(("Line1", false, "bridge")));
        Assert.That(
            (other.Report.Findings.Single().Sentence, other.Report.Findings.Single().Tags.Single()),
            Is.EqualTo(("DB7 is not there", "A"))
        );
    }

    [Test]
    public async Task A_node_that_does_not_read_the_PLC_any_more_says_so(CancellationToken cancellationToken)
    {
        using var owner = Owner();
        _examined.SetResult(null);
        using var asker = Asker((body, token) => owner.AnswerAsync("edge01", SharedDoctor.Kind, body, token));
        var other = await asker.AskAsync("edge02", "Line1", probe: false, cancellationToken);
        Assert.That((other.Report, other.Reason), Is.EqualTo(((PlcReport?)null, "Node edge02 does not read PLC Line1 now.")));
    }

    [TestCase(ClusterCallFailure.NodeGone, 1)]
    [TestCase(ClusterCallFailure.Refused, 1)]
    [TestCase(ClusterCallFailure.OutcomeUnknown, 3)]
    public async Task A_node_that_is_gone_or_silent_is_given_up(ClusterCallFailure failure, int calls)
    {
        var made = 0;
        using var asker = Asker(
            (_, _) =>
            {
                made++;
                throw new ClusterCallException(failure, "Node edge02 did not answer.");
            }
        );
        var other = await asker.AskAsync("edge02", "Line1", probe: false, TestContext.CurrentContext.CancellationToken);
        Assert.That((other.Report, other.Reason, made), Is.EqualTo(((PlcReport?)null, "Node edge02 did not answer.", calls)));
    }

    [Test]
    public async Task What_is_no_question_is_refused()
    {
        using var owner = Owner();
        var refused = await Assert.ThrowsAsync<ClusterCallException>(async () =>
            await owner.AnswerAsync("edge01", SharedDoctor.Kind, "{}"u8.ToArray(), CancellationToken.None)
        );
        Assert.That((refused!.Failure, _examinations), Is.EqualTo((ClusterCallFailure.Refused, 0)));
    }
}
