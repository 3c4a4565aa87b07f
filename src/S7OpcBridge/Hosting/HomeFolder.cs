namespace S7OpcBridge;

/// <summary>
/// Gives the process a home folder where its user has none: a service with a user of its own, a container that runs as any number. Without one .NET builds no certificate chain, and every
/// encrypted client is turned away with an internal error.
/// </summary>
internal static class HomeFolder
{
    private const string Variable = "HOME";

    /// <summary>Does nothing where there is one.</summary>
    public static void Ensure()
    {
        // The root folder where nothing is known of the user: nobody but root puts certificates there, as anybody could in /tmp.
        if (!OperatingSystem.IsWindows() && string.IsNullOrEmpty(Environment.GetEnvironmentVariable(Variable)))
            Environment.SetEnvironmentVariable(Variable, Environment.GetFolderPath(Environment.SpecialFolder.UserProfile) is { Length: > 0 } known ? known : "/");
    }
}
