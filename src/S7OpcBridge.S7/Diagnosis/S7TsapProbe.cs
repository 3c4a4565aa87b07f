using S7OpcBridge.S7.Diagnosis;

namespace S7OpcBridge.S7;

/// <summary>
/// Searches for a TSAP that the PLC accepts after it refused the configured one. One attempt every two seconds, to spare small PLCs, and never a
/// programming-device TSAP (01), which is reserved for engineering tools.
/// </summary>
public static class S7TsapProbe
{
    /// <summary>The pause before each attempt.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromSeconds(2);

    /// <summary>True: a probe can make this diagnosis more precise.</summary>
    public static bool Helps(S7Diagnosis diagnosis) =>
        diagnosis
            is {
                Stage: S7Stage.Cotp,
                Cause: S7Cause.WrongTsap or S7Cause.TurnedAway or S7Cause.ConnectUnanswered or S7Cause.NoFreeConnection
            };

    /// <summary>Tries other TSAPs in turn; the result is the accepted TSAP, or that none is accepted.</summary>
    /// <param name="options">The refused connection; its first host is used.</param>
    /// <param name="profile">The family stated by the map; it decides the order.</param>
    /// <param name="time">The clock of the pauses.</param>
    public static async Task<(S7Diagnosis Diagnosis, ushort? Found)> RunAsync(
        S7ConnectionOptions options,
        S7Profile profile,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        var candidates = Tsap.Candidates(options.RemoteTsap, profile);
        foreach (var tsap in candidates)
        {
            await Task.Delay(Pause, time, cancellationToken).ConfigureAwait(false);
            try
            {
                var connection = await S7Connection
                    .ConnectAsync(options with { RemoteTsap = tsap, Second = null }, time, cancellationToken)
                    .ConfigureAwait(false);
                await connection.DisposeAsync().ConfigureAwait(false);
                return (ConnectDiagnosis.Found(tsap, options, profile), tsap);
            }
            catch (S7LinkException e) when (e.Stage is S7ConnectStage.Resolve or S7ConnectStage.Tcp)
            {
                return (ConnectDiagnosis.Diagnose(e, options, profile), null);
            }
            catch (S7Exception)
            {
                // Refused, too: the next one.
            }
        }
        return (ConnectDiagnosis.NoneFound(candidates.Count, profile), null);
    }
}
