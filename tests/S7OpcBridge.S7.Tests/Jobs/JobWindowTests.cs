using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp;
using S7OpcBridge.IsoOnTcp.Jobs;
using S7OpcBridge.IsoOnTcp.Loop;
using S7OpcBridge.S7.Jobs;
using S7OpcBridge.S7.Transport;
using S7OpcBridge.S7.Wire;
using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

[CancelAfter(30_000)]
public sealed class JobWindowTests
{
    private static readonly string[] NoWrites = [];

    [Test]
    public async Task Jobs_beyond_the_window_wait_their_turn_first_come_first_served()
    {
        var clock = new ManualClock();
        var twoAsked = new TaskCompletionSource();
        var go = new TaskCompletionSource();
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake(jobs: 2)
                .ExpectWord("a")
                .ExpectWord("b")
                .Tell(twoAsked)
                .When(go.Task)
                .SendWord("a", "11 11")
                .ExpectWord("c")
                .SendWord("b", "22 22")
                .ExpectWord("d")
                .SendWord("c", "33 33")
                .SendWord("d", "44 44")
        );
        await using var connection = await Link.ConnectAsync(plc, clock);
        var jobs = S7ConnectionTests.Jobs(4);
        var reads = jobs.Select(job => connection.ReadAsync(job).AsTask()).ToArray();
        await twoAsked.Task;
        clock.Advance(TimeSpan.FromSeconds(3));
        go.SetResult();
        await Task.WhenAll(reads);
        Assert.That(jobs.Select(S7ConnectionTests.Word), Is.EqualTo(new[] { "1111", "2222", "3333", "4444" }));
        Assert.That((connection.Counters.Waits, connection.Counters.WaitTime), Is.EqualTo((2, TimeSpan.FromSeconds(6))));
    }

    [Test]
    public async Task A_waiting_job_can_be_cancelled_and_a_sent_one_cannot()
    {
        using var cancel = new CancellationTokenSource();
        var asked = new TaskCompletionSource();
        var go = new TaskCompletionSource();
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake(jobs: 1)
                .ExpectWord("a")
                .Tell(asked)
                .When(go.Task)
                .SendWord("a", "11 11")
                .ExpectWord("b")
                .SendWord("b", "22 22")
        );
        await using var connection = await Link.ConnectAsync(plc);
        var jobs = S7ConnectionTests.Jobs(3);
        var sent = connection.ReadAsync(jobs[0], cancel.Token).AsTask();
        var waiting = connection.ReadAsync(jobs[1], cancel.Token).AsTask();
        var other = connection.ReadAsync(jobs[2], CancellationToken.None).AsTask();
        await asked.Task;
        await cancel.CancelAsync();
        await Assert.ThatAsync(async () => await waiting, Throws.InstanceOf<OperationCanceledException>());
        Assert.That(sent.IsCompleted, Is.False);
        await Assert.ThatAsync(
            async () => await connection.ReadAsync(jobs[1], cancel.Token),
            Throws.InstanceOf<OperationCanceledException>()
        );
        go.SetResult();
        await Task.WhenAll(sent, other);
        Assert.That((S7ConnectionTests.Word(jobs[0]), S7ConnectionTests.Word(jobs[2])), Is.EqualTo(("1111", "2222")));
    }

    [Test]
    public void Waiting_writes_go_before_waiting_reads_and_starve_none()
    {
        using var window = new Window(1);
        window.Enter("read 0", "read 1", "read 2", "read 3", "write 0", "write 1", "write 2");
        Assert.That(window.Drain(), Is.EqualTo(new[] { "read 0", "write 0", "read 1", "write 1", "read 2", "write 2", "read 3" }));
    }

    [Test]
    public void References_skip_zero_and_those_that_are_outstanding()
    {
        using var window = new Window(2);
        var stuck = window.Enter("stuck")[0];
        var references = new HashSet<ushort>();
        for (var i = 0; i < 70_000; i++)
        {
            var job = window.Enter($"{i}")[0];
            references.Add(job.Reference);
            Assert.That(window.Jobs.Answered(job.Reference), Is.SameAs(job));
        }
        Assert.That(references, Has.Count.EqualTo(65_534), "all but 0 and the one outstanding");
        Assert.That(references, Does.Not.Contain((ushort)0).And.Not.Contain(stuck.Reference));
    }

    [Test]
    public void A_closed_window_hands_over_everybody_and_lets_nobody_in()
    {
        using var window = new Window(1);
        window.Enter("read 0", "read 1", "write 0");
        var left = window.Jobs.Close();
        Assert.That(Names(left), Is.EqualTo(new[] { "read 0", "write 0", "read 1" }));
        Assert.That(window.Jobs.TryEnter(new Named("late"), CancellationToken.None), Is.False);
        Assert.That(Names(window.Jobs.Close()), Is.EqualTo(NoWrites));
    }

    private static List<string> Names(JobFifo<S7Job> line)
    {
        var names = new List<string>();
        while (line.Dequeue() is Named job)
            names.Add(job.Name);
        return names;
    }

    /// <summary>A window whose frames go nowhere.</summary>
    private sealed class Window : IDisposable
    {
        private readonly LoopSocket _socket = EventLoop.Shared.Open(AddressFamily.InterNetwork, static _ => { });
        private readonly List<Named> _entered = [];

        public Window(int size) => Jobs = new JobWindow(size, new SendQueue(_socket, 1024, _ => { }), new ManualClock());

        public JobWindow Jobs { get; }

        public Named[] Enter(params string[] names)
        {
            Named[] jobs = [.. names.Select(name => new Named(name))];
            foreach (var job in jobs)
            {
                job.Begin();
                Assert.That(Jobs.TryEnter(job, CancellationToken.None));
            }
            _entered.AddRange(jobs);
            return jobs;
        }

        /// <summary>Answers whoever is in flight until nobody is.</summary>
        public List<string> Drain()
        {
            var order = new List<string>();
            while (_entered.Find(job => !job.IsWaiting && !order.Contains(job.Name)) is { } next)
            {
                order.Add(next.Name);
                Jobs.Answered(next.Reference);
            }
            return order;
        }

        public void Dispose() => _socket.Dispose();
    }

    private sealed class Named(string name) : S7Job
    {
        private readonly byte[] _request = new byte[S7Header.JobLength];

        public string Name => name;

        internal override ReadOnlySpan<byte> Request => _request;

        internal override int LongestAnswer => 0;

        internal override bool IsWrite => name.StartsWith("write", StringComparison.Ordinal);

        private protected override void WriteReference(ushort reference) => WriteReference(_request, reference);

        private protected override void TakeAnswer(in S7Header header, ReadOnlySpan<byte> pdu) { }

        private protected override void Forget() { }
    }
}
