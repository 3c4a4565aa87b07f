using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Jobs;

/// <summary>A request outside the hot path: a given function reads its answer into an object.</summary>
internal sealed class AnswerJob<T>(RequestBody body, AnswerReader<T> read) : S7PlusJob(body)
{
    /// <summary>The answer; default until it has arrived.</summary>
    public T? Answer { get; private set; }

    private protected override void TakeAnswer(ref PlusReader from) => Answer = read(ref from);

    private protected override void Forget() => Answer = default;
}

/// <summary>Reads an answer after its header. Runs on the receive loop.</summary>
internal delegate T AnswerReader<out T>(ref PlusReader from);
