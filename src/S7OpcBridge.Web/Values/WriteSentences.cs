using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.S7;

namespace S7OpcBridge.Web;

/// <summary>What came of a write, or why somebody cannot write, in words.</summary>
public static class WriteSentences
{
    /// <summary>True for a tag in the outputs, where a write moves something.</summary>
    public static bool IsOutput(Tag tag) =>
        tag.Symbol is null && tag.Address.Area is S7Area.Outputs or S7Area.AnalogOutputs or S7Area.Peripheral;

    /// <summary>Why somebody cannot write a tag; null: the status is good.</summary>
    public static string? WhyNot(string plc, Tag tag, string? user, StatusCode status) =>
        status.IsGood ? null : Describe(plc, tag, user, status);

    /// <summary>What came of a write.</summary>
    public static string Describe(string plc, Tag tag, string? user, StatusCode status)
    {
        var name = $"{plc}/{tag.Name}";
        return status.Value switch
        {
            StatusCodes.Good => $"{plc} has taken the value of {name}.",
            StatusCodes.BadNotWritable when (tag.Access & TagAccess.Write) == 0 =>
                $"{name} is read only: the map does not say 'access: readwrite' at it, or says 'writes: false' at {plc}.",
            StatusCodes.BadNotWritable =>
                $"{plc} refuses to have {name} written: the block is protected, or the CPU's access level forbids it.",
            StatusCodes.BadUserAccessDenied =>
                $"{user ?? "Nobody in particular"} may not write {name}: no role of this user has the permission.",
            StatusCodes.BadSecurityModeInsufficient => $"{name} can only be written over https.",
            StatusCodes.BadTypeMismatch => $"This is no value for {name}.",
            StatusCodes.BadOutOfRange when tag.Details?.Limits is { } limits =>
                $"The value is outside what {name} may get: {limits.Low} to {limits.High}.",
            StatusCodes.BadOutOfRange => $"The value is outside what the type of {name} can hold.",
            StatusCodes.BadNoCommunication => $"There is no connection to {plc}; nothing was written.",
            StatusCodes.BadTimeout => $"{plc} did not answer in time; the value may have been written.",
            StatusCodes.BadTooManyOperations => $"Too many writes wait for {plc}; nothing was written.",
            StatusCodes.BadConfigurationError => $"{plc} has nothing at the address of {name}.",
            StatusCodes.BadOutOfService => $"{plc} is turned off in the map; nothing was written.",
            StatusCodes.BadNotSupported => $"{name} is too large for one write, or cannot be written here.",
            StatusCodes.BadRequestInterrupted => $"Nobody waited for the answer of {plc}; the value may have been written.",
            _ => $"{name} was not written: {StatusCodes.NameOf(status)}.",
        };
    }
}
