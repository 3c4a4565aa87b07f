namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Files that the repository ships, and what several of them have to agree on.</summary>
internal static class Shipped
{
    public static string PathOf(string file) => Path.Combine(Repository.Root, file);

    public static string Read(string file) => File.ReadAllText(PathOf(file));

    /// <summary>The map inside the image.</summary>
    public static object ContainerMap => YamlTree.Load(Read("config/container.yaml"));

    public static int OpcUaPort => new Uri(YamlTree.Text(ContainerMap, "server/endpoint")).Port;

    public static int HealthPort => new Uri(YamlTree.Text(ContainerMap, "web/health/listen")).Port;

    /// <summary>Where the image serves its first start.</summary>
    public static int FirstStartPort => new Uri(Dockerfile.Environment["S7OPCBRIDGE_FIRST_START"]).Port;

    /// <summary>The folder in the image where sockets are, by its environment.</summary>
    public static string Scratch => Dockerfile.Environment["TMPDIR"];

    public static Dockerfile Dockerfile => Dockerfile.Parse(Read("Dockerfile"));

    /// <summary>True for a command line that the program takes, as far as its usage goes.</summary>
    public static async Task<string> UsageAsync(string command, CancellationToken cancellationToken)
    {
        await using var program = Bridge.Start(Path.GetTempPath(), command, "--help");
        await program.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken);
        Assert.That(program.ExitCode, Is.Zero, $"'{command}' is no command of the program: {program.Output}");
        return program.Output;
    }
}
