using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Jobs;

/// <summary>A request off the hot path: its answer is read into an object by the function that is given with it.</summary>
internal sealed class AnswerJob<T>(RequestBody body, AnswerReader<T> read) : S7PlusJob(body)
{
    /// <summary>The answer; the default before there is one.</summary>
    public T? Answer { get; private set; }

    private protected override void TakeAnswer(ref PlusReader from) => Answer = read(ref from);

    private protected override void Forget() => Answer = default;
}

/// <summary>Reads what follows the head of an answer. Runs on the receive loop.</summary>
internal delegate T AnswerReader<out T>(ref PlusReader from);
