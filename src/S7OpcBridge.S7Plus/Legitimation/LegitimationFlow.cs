using S7OpcBridge.S7Plus.Opening;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Legitimation;

/// <summary>Sends the password where the CPU requires one: protection level, challenge, response.</summary>
internal static class LegitimationFlow
{
    // Levels as on the wire; 0: no protection is configured. Up to the HMI level tags can be read and written.
    private const uint FullAccess = 1;
    private const uint PanelAccess = 3;
    private const short NotUnderstood = -120;

    /// <summary>Checks the level, and sends the password where there is one and more access is possible.</summary>
    /// <param name="session">The session's attributes.</param>
    /// <param name="link">The connection: its wire log shows no bytes meanwhile, and its exported secret is wiped afterwards.</param>
    /// <param name="options">Provides the password.</param>
    /// <param name="cpu">Element 319 of the session's version.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <returns>Whether a password was needed, and its form.</returns>
    /// <exception cref="S7PlusTrustException">The CPU requires a password and there is none, or it is wrong.</exception>
    public static async Task<S7PlusLegitimation> RunAsync(
        SessionAttributes session,
        OpenPlusLink link,
        S7PlusConnectionOptions options,
        string cpu,
        CancellationToken cancellationToken
    )
    {
        var before = link.Stage;
        link.Stage = S7PlusStage.Legitimation;
        try
        {
            var level = (await session.ReadAsync(PlusIds.ProtectionLevel, cancellationToken).ConfigureAwait(false)).AsUInt32();
            if (level <= FullAccess)
                return S7PlusLegitimation.NotNeeded;
            if (options.Password is null)
            {
                if (level > PanelAccess)
                {
                    throw Refused(
                        $"{link.Host} does not allow reading without a password. Set 'password' in the map, or set the access level \"HMI access\" "
                            + "(for the user Anonymous) in TIA Portal: CPU, Properties, Protection & Security."
                    );
                }

                return S7PlusLegitimation.NotNeeded;
            }

            link.Withhold = true;
            using var password = await options.Password(cancellationToken).ConfigureAwait(false);
            var form = LegitimationForms.ForCpu(cpu);
            if (form == LegitimationForm.Old && password.User.Length > 0)
                throw Refused(
                    $"{link.Host} ({cpu}) has no users, only passwords of access levels: remove the user '{password.User}' from the map."
                );
            var result = await RespondAsync(form, session, link, password, cancellationToken).ConfigureAwait(false);
            if (IsAboutForm(result) && password.User.Length == 0)
            {
                // Once only: a CPU may lock its access after some wrong passwords.
                form = form == LegitimationForm.Old ? LegitimationForm.New : LegitimationForm.Old;
                result = await RespondAsync(form, session, link, password, cancellationToken).ConfigureAwait(false);
            }

            Check(result, link.Host, password);
            return form == LegitimationForm.Old ? S7PlusLegitimation.OldForm : S7PlusLegitimation.NewForm;
        }
        finally
        {
            link.Withhold = false;
            link.ForgetSecret();
            link.Stage = before;
        }
    }

    // The attribute is not there, cannot be written, or takes another value. A wrong password has codes of its own.
    private static bool IsAboutForm(S7PlusReturnValue result) =>
        (S7PlusItemStatus)result.Code
            is S7PlusItemStatus.ObjectMissing
                or S7PlusItemStatus.ReadOnly
                or S7PlusItemStatus.ReadOnlyObject
                or S7PlusItemStatus.AddressInvalid
                or S7PlusItemStatus.NotAllowed
                or S7PlusItemStatus.ConversionFailed
                or (S7PlusItemStatus)NotUnderstood;

    private static async Task<S7PlusReturnValue> RespondAsync(
        LegitimationForm form,
        SessionAttributes session,
        OpenPlusLink link,
        S7PlusPassword password,
        CancellationToken cancellationToken
    )
    {
        var challenge = (await session.ReadAsync(PlusIds.SessionChallenge, cancellationToken).ConfigureAwait(false)).Bytes.ToArray();
        if (challenge.Length < OldLegitimation.Length)
            throw new S7PlusProtocolException(
                $"{link.Host} gives a challenge of {challenge.Length} bytes; {OldLegitimation.Length} were expected."
            );
        var (attribute, response) =
            form == LegitimationForm.Old
                ? (PlusIds.SessionResponse, PlusValue.USIntArray(OldLegitimation.Respond(password.Bytes, challenge)))
                : (PlusIds.Legitimate, PlusValue.Blob(NewLegitimation.Respond(password, challenge, link.ExporterSecret)));
        try
        {
            return await session.WriteAsync(attribute, response, cancellationToken).ConfigureAwait(false);
        }
        catch (S7PlusRefusedException e)
        {
            return e.Code;
        }
    }

    private static void Check(S7PlusReturnValue result, string host, S7PlusPassword password)
    {
        const int WrongPassword = 22;
        if (result.IsError || result.Code == WrongPassword)
        {
            throw Refused(
                password.User.Length > 0
                    ? $"{host} refuses the user '{password.User}' or the password (code {result.Code}). Check both; in TIA Portal: Security settings, Users."
                    : $"{host} refuses the password (code {result.Code}). Check it; from firmware 3.1 and TIA Portal V19 on a CPU may require a user, too."
            );
        }
    }

    private static S7PlusTrustException Refused(string message) => new(message, S7PlusStage.Legitimation);
}
