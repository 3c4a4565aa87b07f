using System.Text.Json;
using S7OpcBridge.Cluster;
using S7OpcBridge.Core;

namespace S7OpcBridge.Clustering;

/// <summary>
/// <c>doctor</c> for PLCs that other nodes read: their owner examines them over its connection, because a second one would be one too many for many PLCs. An
/// examination may last longer than a call between nodes, so the node that asks asks again until the report is there.
/// </summary>
internal sealed class SharedDoctor : IDisposable
{
    /// <summary>Kind of the requests.</summary>
    public const byte Kind = 66;

    // A call between nodes is given up after 3 s.
    private static readonly TimeSpan AnswerWithin = TimeSpan.FromSeconds(2),
        KeptFor = TimeSpan.FromSeconds(10);

    private const int MostAtOnce = 32,
        MostWithoutAnswer = 3;

    private readonly string _self;
    private readonly Func<string, byte, ReadOnlyMemory<byte>, CancellationToken, ValueTask<byte[]>> _ask;
    private readonly Func<string, bool, CancellationToken, Task<PlcReport?>> _examine;
    private readonly TimeProvider _time;
    private readonly Dictionary<Guid, Examination> _running = [];
    private readonly CancellationTokenSource _stopping = new();

    /// <param name="self">Name of this node.</param>
    /// <param name="ask">Asks another node; see <see cref="ClusterNode.AskAsync"/>.</param>
    /// <param name="examine">Examines a PLC of this node, by its name, with or without a search for the right TSAP; null: this node does not read it.</param>
    public SharedDoctor(
        string self,
        Func<string, byte, ReadOnlyMemory<byte>, CancellationToken, ValueTask<byte[]>> ask,
        Func<string, bool, CancellationToken, Task<PlcReport?>> examine,
        TimeProvider time
    ) => (_self, _ask, _examine, _time) = (self, ask, examine, time);

    /// <summary>Has another node examine a PLC that it reads.</summary>
    public async Task<OtherNode> AskAsync(string node, string plc, bool probe, CancellationToken cancellationToken)
    {
        var question = JsonSerializer.SerializeToUtf8Bytes(new Question(Guid.NewGuid(), plc, probe), ClusterJson.Shapes.Question);
        for (var withoutAnswer = 0; ; )
        {
            try
            {
                var answer = await _ask(node, Kind, question, cancellationToken);
                withoutAnswer = 0;
                if (answer.Length > 0)
                    return new OtherNode(node, JsonSerializer.Deserialize(answer, ClusterJson.Shapes.PlcReport), "");
            }
            catch (ClusterCallException e) when (e.Failure == ClusterCallFailure.OutcomeUnknown && ++withoutAnswer < MostWithoutAnswer)
            {
                // It may be busy, and has perhaps begun: it is asked about the same examination again.
            }
            catch (Exception e) when (e is ClusterCallException or JsonException)
            {
                return new OtherNode(node, null, e.Message);
            }
        }
    }

    /// <summary>Answers another node, with nothing as long as the examination goes on; a <see cref="NodeRequestHandler"/>.</summary>
    public async ValueTask<byte[]> AnswerAsync(string fromNode, byte kind, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        var question = Read(body.Span);
        var report = Find(question);
        await Task.WhenAny(report, Task.Delay(AnswerWithin, _time, cancellationToken));
        if (!report.IsCompleted)
            return [];
        lock (_running)
            _running.Remove(question.Id);
        return await report is { } done
            ? JsonSerializer.SerializeToUtf8Bytes(done, ClusterJson.Shapes.PlcReport)
            : throw new ClusterCallException(ClusterCallFailure.Refused, $"Node {_self} does not read PLC {question.Plc} now.");
    }

    public void Dispose()
    {
        _stopping.Cancel();
        _stopping.Dispose();
    }

    private Question Read(ReadOnlySpan<byte> body)
    {
        try
        {
            return JsonSerializer.Deserialize(body, ClusterJson.Shapes.Question) ?? throw new JsonException("null");
        }
        catch (JsonException e)
        {
            throw new ClusterCallException(
                ClusterCallFailure.Refused,
                $"Node {_self} can't read what doctor asks; is it of another version?",
                e
            );
        }
    }

    private Task<PlcReport?> Find(Question question)
    {
        lock (_running)
        {
            // Those whose asker has gone.
            foreach (var (id, old) in _running)
                if (old.Report.IsCompleted && _time.GetElapsedTime(old.Asked) > KeptFor)
                    _running.Remove(id);
            if (!_running.TryGetValue(question.Id, out var examination))
            {
                if (_running.Count >= MostAtOnce)
                    throw new ClusterCallException(
                        ClusterCallFailure.Refused,
                        $"Node {_self} examines {MostAtOnce} PLCs already; ask it again in a moment."
                    );
                var stopping = _stopping.Token;
                _running[question.Id] = examination = new Examination(
                    Task.Run(() => _examine(question.Plc, question.Probe, stopping), stopping)
                );
            }
            examination.Asked = _time.GetTimestamp();
            return examination.Report;
        }
    }

    internal sealed record Question(Guid Id, string Plc, bool Probe);

    private sealed class Examination(Task<PlcReport?> report)
    {
        public Task<PlcReport?> Report => report;

        public long Asked { get; set; }
    }
}
