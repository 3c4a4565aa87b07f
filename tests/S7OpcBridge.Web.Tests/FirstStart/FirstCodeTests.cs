using S7OpcBridge.Testing;
using S7OpcBridge.Web.FirstStart;

namespace S7OpcBridge.Web.Tests;

/// <summary>The code of the first start: it works once, for an hour, and beside few wrong ones.</summary>
[CancelAfter(60_000)]
public sealed class FirstCodeTests
{
    private readonly ManualClock _clock = new();
    private FirstCode _code = null!;

    [SetUp]
    public void Begin() => _code = new FirstCode(_clock);

    [TearDown]
    public void End() => _code.Dispose();

    [Test]
    public async Task It_works_once_however_it_is_spelled(CancellationToken cancellationToken)
    {
        Assert.That(_code.Text, Does.Match("^[A-HJ-NP-Z2-9]{5}(-[A-HJ-NP-Z2-9]{5}){2}$"));
        var spelled = $" {_code.Text.ToLowerInvariant().Replace("-", " ")} ";
        Assert.That(await _code.UseAsync(spelled, Fails, cancellationToken), Is.EqualTo(new CodeAnswer(IsRight: true, "no disk")));
        Assert.That(await _code.UseAsync(spelled, Works, cancellationToken), Is.EqualTo(new CodeAnswer(IsRight: true, null)));
        var again = await _code.UseAsync(_code.Text, Never, cancellationToken);
        Assert.That(
            (again.IsRight, again.Fault),
            Is.EqualTo((false, "The code has ended: restart the program, and take the new one from its log."))
        );
    }

    [Test]
    public async Task It_ends_after_an_hour(CancellationToken cancellationToken)
    {
        _clock.Advance(FirstCode.Life + TimeSpan.FromSeconds(1));
        Assert.That((await _code.UseAsync(_code.Text, Never, cancellationToken)).Fault, Does.StartWith("The code has ended"));
    }

    [Test]
    public async Task Of_1000_wrong_codes_at_once_ten_are_looked_at_one_a_second_and_then_the_right_one_ends_too(
        CancellationToken cancellationToken
    )
    {
        var began = _clock.GetTimestamp();
        var looked = 0;
        var tried = 0;
        while (tried < 1000)
        {
            var attempts = Enumerable
                .Range(0, 100)
                .Select(number => _code.UseAsync($"WRONG-{tried + number:00000}", Never, cancellationToken))
                .ToArray();
            tried += attempts.Length;
            while (!attempts.All(static attempt => attempt.IsCompleted))
            {
                await Task.Delay(1, cancellationToken);
                _clock.Advance(FirstCode.Pause);
            }
            var answers = await Task.WhenAll(attempts);
            looked += answers.Count(static answer => answer.Fault!.StartsWith("This is not the code", StringComparison.Ordinal));
            Assert.That(answers.Select(static answer => answer.IsRight), Has.None.True);
        }
        Assert.That(looked, Is.EqualTo(FirstCode.MostWrong));
        Assert.That(_clock.GetElapsedTime(began), Is.GreaterThanOrEqualTo(FirstCode.MostWrong * FirstCode.Pause));
        Assert.That((await _code.UseAsync(_code.Text, Never, cancellationToken)).Fault, Does.StartWith("The code has ended"));
    }

    private static Task<string?> Works() => Task.FromResult<string?>(null);

    private static Task<string?> Fails() => Task.FromResult<string?>("no disk");

    private static Task<string?> Never() => throw new InvalidOperationException("It must not be done.");
}
