using S7OpcBridge.S7.Diagnosis;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7;

/// <summary>
/// Finds the TSAP that a PLC serves when it turned the configured one away. One attempt every two seconds, so that a small PLC is not overrun, and never a
/// programmer's TSAP: its slot belongs to the engineer.
/// </summary>
public static class S7TsapProbe
{
    /// <summary>The pause before each attempt.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromSeconds(2);

    /// <summary>True: a probe can tell more than this diagnosis.</summary>
    public static bool Helps(S7Diagnosis diagnosis) => diagnosis is { Stage: S7Stage.Cotp, Cause: S7Cause.WrongTsap or S7Cause.TurnedAway or S7Cause.ConnectUnanswered or S7Cause.NoFreeConnection };

    /// <summary>Tries others in turn; the verdict is a found TSAP, or that none is free.</summary>
    /// <param name="options">The connection that was turned away; its first host is asked.</param>
    /// <param name="profile">The family that the map names; it decides the order.</param>
    /// <param name="time">The clock of the pauses.</param>
    /// <param name="cancellationToken">Ends the probe.</param>
    public static async Task<S7Diagnosis> RunAsync(S7ConnectionOptions options, S7Profile profile, TimeProvider time, CancellationToken cancellationToken)
    {
        var candidates = Tsap.Candidates(options.RemoteTsap, profile);
        foreach (var tsap in candidates)
        {
            await Task.Delay(Pause, time, cancellationToken).ConfigureAwait(false);
            try
            {
                var connection = await S7Connection.ConnectAsync(options with { RemoteTsap = tsap, Second = null }, time, cancellationToken).ConfigureAwait(false);
                await connection.DisposeAsync().ConfigureAwait(false);
                return ConnectDiagnosis.Found(tsap, options, profile);
            }
            catch (S7LinkException e) when (e.Stage is S7ConnectStage.Resolve or S7ConnectStage.Tcp)
            {
                return ConnectDiagnosis.Of(e, options, profile);
            }
            catch (S7Exception)
            {
                // Turned away as well: the next one.
            }
        }
        return ConnectDiagnosis.NoneFound(candidates.Count, profile);
    }
}
