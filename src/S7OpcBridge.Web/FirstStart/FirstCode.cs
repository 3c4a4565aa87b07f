using System.Security.Cryptography;
using System.Text;

namespace S7OpcBridge.Web.FirstStart;

/// <summary>
/// The code from the log that permits the first start. It ends with its use, after a time, and after some wrong ones; each wrong one waits, and all take turns.
/// Any thread.
/// </summary>
internal sealed class FirstCode(TimeProvider time) : IDisposable
{
    /// <summary>After so many wrong codes the right one ends, too.</summary>
    public const int MostWrong = 10;

    /// <summary>How long the code may be used, and how long a wrong one waits.</summary>
    public static readonly TimeSpan Life = TimeSpan.FromHours(1),
        Pause = TimeSpan.FromSeconds(1);

    // Without what is taken for something else when it is read aloud or copied by hand: 75 bits.
    private const string Letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    private const int Groups = 3,
        GroupLength = 5,
        MostWaiting = 8;

    private readonly SemaphoreSlim _turn = new(1);
    private readonly long _made = time.GetTimestamp();
    private int _waiting,
        _wrong;
    private bool _isUsed;

    /// <summary>The code as it is written into the log.</summary>
    public string Text { get; } =
        string.Join('-', Enumerable.Range(0, Groups).Select(static _ => RandomNumberGenerator.GetString(Letters, GroupLength)));

    /// <summary>Does something where the code is right. It may be used again where nothing came of it.</summary>
    /// <param name="code">What somebody typed.</param>
    /// <param name="work">Does it; its result says why not, or is null.</param>
    /// <returns>Why it was not done, as a sentence; null: it was done.</returns>
    public async Task<CodeAnswer> UseAsync(string code, Func<Task<string?>> work, CancellationToken cancellationToken)
    {
        if (Interlocked.Increment(ref _waiting) > MostWaiting)
        {
            Interlocked.Decrement(ref _waiting);
            return new CodeAnswer(IsRight: false, "Others are trying codes; wait a moment.");
        }
        try
        {
            await _turn.WaitAsync(cancellationToken);
            try
            {
                return await InTurnAsync(code, work, cancellationToken);
            }
            finally
            {
                _turn.Release();
            }
        }
        finally
        {
            Interlocked.Decrement(ref _waiting);
        }
    }

    public void Dispose() => _turn.Dispose();

    private async Task<CodeAnswer> InTurnAsync(string code, Func<Task<string?>> work, CancellationToken cancellationToken)
    {
        if (_isUsed || _wrong >= MostWrong || time.GetElapsedTime(_made) > Life)
            return new CodeAnswer(IsRight: false, "The code has ended: restart the program, and take the new one from its log.");
        if (IsRight(code))
        {
            var fault = await work();
            _isUsed = fault is null;
            return new CodeAnswer(IsRight: true, fault);
        }
        _wrong++;
        await Task.Delay(Pause, time, cancellationToken);
        var left = (MostWrong - _wrong) switch
        {
            0 => "It has ended: restart the program.",
            1 => "One attempt is left.",
            var many => $"{many} attempts are left.",
        };
        return new CodeAnswer(IsRight: false, $"This is not the code in the log of the bridge. {left}");
    }

    private bool IsRight(string code) =>
        CryptographicOperations.FixedTimeEquals(
            SHA256.HashData(Encoding.UTF8.GetBytes(Plain(code))),
            SHA256.HashData(Encoding.UTF8.GetBytes(Plain(Text)))
        );

    private static string Plain(string code) =>
        string.Concat(code.Where(static letter => letter != '-' && !char.IsWhiteSpace(letter))).ToUpperInvariant();
}

/// <summary>What came of a code.</summary>
/// <param name="IsRight">True: it was right.</param>
/// <param name="Fault">Why nothing was done, as a sentence; null: it was done.</param>
internal readonly record struct CodeAnswer(bool IsRight, string? Fault);
