namespace S7OpcBridge.S7.Diagnosis;

/// <summary>The engineering software of a family.</summary>
internal enum EngineeringTool : byte
{
    TiaPortal,
    Step7,
    LogoSoft,
    MicroWin,
    Any,
}

/// <summary>Properties of CPU families that diagnosis texts depend on.</summary>
internal static class Families
{
    public static EngineeringTool ToolOf(S7Profile family) =>
        family.Name switch
        {
            "s7-1200" or "s7-1500" => EngineeringTool.TiaPortal,
            "s7-300" or "s7-400" or "winac" => EngineeringTool.Step7,
            "logo" => EngineeringTool.LogoSoft,
            "s7-200" or "s7-200smart" => EngineeringTool.MicroWin,
            _ => EngineeringTool.Any,
        };

    /// <summary>True where PUT/GET must be permitted and blocks may be optimised, and for generic PLCs, whose family is unknown.</summary>
    public static bool MayOptimise(S7Profile family) => ToolOf(family) is EngineeringTool.TiaPortal or EngineeringTool.Any;

    /// <summary>The usual name, with its article.</summary>
    public static string NameOf(S7Profile family) =>
        family.Name switch
        {
            "s7-1500" => "an S7-1500",
            "s7-1200" => "an S7-1200",
            "s7-300" => "an S7-300",
            "s7-400" => "an S7-400",
            "s7-200" => "an S7-200",
            "s7-200smart" => "an S7-200 SMART",
            "winac" => "an S7 software controller (WinAC)",
            "logo" => "a LOGO!",
            _ => "this PLC",
        };
}
