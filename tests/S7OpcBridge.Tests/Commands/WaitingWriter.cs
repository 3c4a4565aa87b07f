namespace S7OpcBridge.Tests;

/// <summary>Keeps what is written, and tells when a word has come by.</summary>
internal sealed class WaitingWriter(string word) : StringWriter
{
    private readonly TaskCompletionSource _seen = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task Seen => _seen.Task;

    public override void WriteLine(string? value)
    {
        base.WriteLine(value);
        if (value?.Contains(word) == true)
            _seen.TrySetResult();
    }
}
