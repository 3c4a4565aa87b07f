using System.Reflection;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Startup;

internal static class ProgramVersion
{
    private static readonly string[] Parts = (
        typeof(ProgramVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? ""
    ).Split('+');

    /// <summary>For example <c>0.1.0</c>.</summary>
    public static string Text => Parts[0];

    /// <summary>The commit that it was built from; empty: not known.</summary>
    public static string Commit => Parts.Length > 1 ? Parts[1] : "";

    /// <summary>What OPC UA clients read under BuildInfo.</summary>
    public static BuildInfo Build { get; } =
        new()
        {
            ProductName = "S7OpcBridge",
            ProductUri = "urn:s7opcbridge",
            ManufacturerName = "S7OpcBridge",
            SoftwareVersion = Text,
            BuildNumber = Commit.Length > 0 ? Commit : "0",
        };
}
