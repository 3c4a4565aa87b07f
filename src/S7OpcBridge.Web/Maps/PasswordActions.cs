using Microsoft.AspNetCore.Http;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Actions;
using UaStatus = S7OpcBridge.OpcUa.StatusCodes;

namespace S7OpcBridge.Web.Maps;

/// <summary>Puts the password of a PLC into a file that the map then names. It is in no draft, answer, audit or version, and never shown again.</summary>
/// <param name="texts">The texts of the map; null: there is none that could be edited.</param>
internal sealed class PasswordActions(Lazy<MapTexts?> texts)
{
    private const int MaxBody = 2048;

    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() =>
        [new("plcs/password", "POST", Right.ConfigureAdmin, MaxBody, WriteAsync) { IsHeavy = true, WritesMap = true }];

    private Task<ActionAnswer> WriteAsync(ActionCall call, CancellationToken cancellationToken)
    {
        var body = call.Read(MapJson.Default.PlcPasswordBody);
        if (texts.Value is not { } map)
            return Task.FromResult(MapTexts.Missing);
        if (body.Plc.Length == 0 || PlcPasswordFile.FaultOf(body.Password, body.IsSession) is not null)
            throw new ActionBodyException(
                body.Plc.Length == 0
                    ? "Give the PLC a name first."
                    : $"In 'password', {PlcPasswordFile.FaultOf(body.Password, body.IsSession)}."
            );
        try
        {
            var file = PlcPasswordFile.Write(map.Opened.Open(), body.Plc, body.Password);
            return Task.FromResult(
                ActionAnswer.Give(
                    new PasswordFileAnswer(file),
                    MapJson.Default.PasswordFileAnswer,
                    $"Written: {file} with the password of {body.Plc}."
                )
            );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Task.FromResult(
                ActionAnswer.Refuse(
                    StatusCodes.Status507InsufficientStorage,
                    UaStatus.BadResourceUnavailable,
                    $"The password file of {body.Plc} cannot be written: {e.Message.ReplaceLineEndings(" ").TrimEnd('.')}."
                )
            );
        }
    }
}

/// <summary>The password of a PLC.</summary>
/// <param name="Plc">Its name, also of one that is not in the map yet.</param>
/// <param name="Password">The password.</param>
/// <param name="IsSession">True: the session password of classic S7 (<c>passwordFile</c>); false: that of a CPU with S7CommPlus (<c>password</c>).</param>
internal sealed record PlcPasswordBody(string Plc, string Password, bool IsSession);

/// <summary>Where it is now.</summary>
/// <param name="File">The name of the file as the map has to say it.</param>
internal sealed record PasswordFileAnswer(string File);
