using System.Buffers.Text;
using System.Security.Cryptography;
using S7OpcBridge.Core;

namespace S7OpcBridge.Web.Commission;

/// <summary>
/// The examinations that pages follow: one for each user, few in all. One that nobody has asked for in a while ends, as its page has gone. Any thread.
/// </summary>
internal sealed class Examinations(TimeProvider time)
{
    /// <summary>Examinations that run at a time.</summary>
    public const int Most = 4;

    /// <summary>How long one may take, and how long the page may be silent.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromMinutes(3),
        Silence = TimeSpan.FromSeconds(20);

    private const int KeyBytes = 16;

    private readonly Lock _gate = new();
    private readonly List<Examination> _all = [];

    /// <summary>Starts one; the user's last one ends. Null: too many run.</summary>
    /// <param name="work">Examines, and returns the ways in where it is a search.</param>
    public Examination? Start(string user, Func<Action<PlcReport>, CancellationToken, Task<IReadOnlyList<PlcWay>?>> work)
    {
        Examination begun;
        lock (_gate)
        {
            foreach (var gone in _all.Where(each => each.User == user || IsForgotten(each)).ToArray())
                Forget(gone);
            if (_all.Count(static each => !each.IsOver) >= Most)
                return null;
            begun = new Examination(Base64Url.EncodeToString(RandomNumberGenerator.GetBytes(KeyBytes)), user, time.GetTimestamp());
            _all.Add(begun);
        }
        _ = RunAsync(begun, work);
        return begun;
    }

    /// <summary>The examination of a user with an id; null: there is none, or no longer.</summary>
    public ExaminationAnswer? Show(string user, string id)
    {
        lock (_gate)
            return _all.Find(each => each.User == user && each.Id == id)?.Show(time.GetTimestamp());
    }

    /// <summary>Ends the examination of a user. False: none runs.</summary>
    public bool Stop(string user)
    {
        lock (_gate)
        {
            if (_all.Find(each => each.User == user) is not { IsOver: false } running)
                return false;
            running.Stop();
            return true;
        }
    }

    private async Task RunAsync(Examination examination, Func<Action<PlcReport>, CancellationToken, Task<IReadOnlyList<PlcWay>?>> work)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(examination.Stopped);
        using var watch = time.CreateTimer(_ => StopIfForgotten(examination), null, Silence, Silence);
        limit.CancelAfter(Longest);
        try
        {
            // Not on the thread of the request: names are resolved, and a CPU may be slow.
            examination.End(await Task.Run(() => work(examination.Tell, limit.Token), CancellationToken.None), fault: null);
        }
        catch (OperationCanceledException)
        {
            examination.End(
                found: null,
                limit.IsCancellationRequested && !examination.Stopped.IsCancellationRequested ? "It took too long." : "Stopped."
            );
        }
        catch (Exception fault)
        {
            examination.End(found: null, fault.Message);
        }
    }

    private void StopIfForgotten(Examination examination)
    {
        if (IsForgotten(examination))
            examination.Stop();
    }

    private bool IsForgotten(Examination examination) => time.GetElapsedTime(examination.Asked) > Silence;

    private void Forget(Examination gone)
    {
        gone.Stop();
        _all.Remove(gone);
    }
}
