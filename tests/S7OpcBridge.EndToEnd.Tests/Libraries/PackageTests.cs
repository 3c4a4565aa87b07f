using System.IO.Compression;
using System.Reflection;
using System.Xml.Linq;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The libraries as others get them: packed into a folder, restored from there by a program outside of this repository, and run.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable]
public sealed class PackageTests
{
    private static readonly string Configuration = typeof(PackageTests)
        .Assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()!
        .Configuration;

    private string _folder = null!;

    private string Feed => Path.Combine(_folder, "feed");

    [OneTimeSetUp]
    public async Task Pack()
    {
        _folder = Directory.CreateTempSubdirectory("s7opcbridge-packages-").FullName;
        await DotnetAsync(
            Repository.Root,
            [
                "msbuild",
                "tools/build/Libraries.proj",
                "-t:Pack",
                "-p:NoBuild=true",
                $"-p:Configuration={Configuration}",
                $"-p:PackageOutputPath={Feed}/",
            ]
        );
    }

    [OneTimeTearDown]
    public void Remove() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void Each_library_has_what_people_look_for_before_they_take_it()
    {
        var packed = Directory.EnumerateFiles(Feed, "*.nupkg").Select(static file => (File: file, Nuspec: NuspecOf(file))).ToArray();
        Assert.That(
            packed.Select(static package => Text(package.Nuspec, "id")),
            Is.EquivalentTo(Libraries()),
            "the rooms that have a list of what is public"
        );
        var page = Shipped.Read("docs/libraries.md");
        foreach (var (file, nuspec) in packed)
        {
            var id = Text(nuspec, "id");
            foreach (var key in new[] { "title", "description", "tags", "version", "authors" })
                Assert.That(Text(nuspec, key), Is.Not.Empty.And.Not.EqualTo(id), $"{id}: {key}");
            Assert.That(Text(nuspec, "license"), Is.EqualTo("MIT"), id);
            using var package = ZipFile.OpenRead(file);
            Assert.That(
                package.Entries.Select(static entry => entry.FullName),
                Is.SupersetOf(new[] { Text(nuspec, "readme"), Text(nuspec, "icon"), $"lib/net10.0/{id}.dll", $"lib/net10.0/{id}.xml" })
            );
            using var symbols = ZipFile.OpenRead(Path.ChangeExtension(file, ".snupkg"));
            Assert.That(symbols.Entries.Select(static entry => entry.FullName), Has.Member($"lib/net10.0/{id}.pdb"));
            Assert.That(page, Does.Contain($"`{id}`"));
        }
    }

    [Test]
    public void A_library_takes_those_below_it_in_its_own_version_only()
    {
        foreach (var nuspec in Directory.EnumerateFiles(Feed, "*.nupkg").Select(NuspecOf))
        {
            var ours = nuspec
                .Descendants()
                .Where(static each => each.Name.LocalName == "dependency")
                .Where(static each => each.Attribute("id")!.Value.StartsWith("S7OpcBridge.", StringComparison.Ordinal));
            Assert.That(
                ours.Select(static each => each.Attribute("version")!.Value),
                Is.All.EqualTo($"[{Text(nuspec, "version")}]"),
                "it sees internals of them"
            );
        }
    }

    [Test]
    public async Task A_program_elsewhere_restores_builds_and_runs_with_packages_alone(CancellationToken cancellationToken)
    {
        var program = Directory.CreateDirectory(Path.Combine(_folder, "program")).FullName;
        File.Copy(Shipped.PathOf("samples/ReadTags/Program.cs"), Path.Combine(program, "Program.cs"));
        await File.WriteAllTextAsync(
            Path.Combine(program, "Reader.csproj"),
            $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <Nullable>enable</Nullable>
                <ImplicitUsings>enable</ImplicitUsings>
                <UseAppHost>false</UseAppHost>
                <!-- Of its own: a package of an earlier run has the same version. -->
                <RestorePackagesPath>{Path.Combine(_folder, "packages")}</RestorePackagesPath>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="S7OpcBridge.S7" Version="{VersionOf("S7OpcBridge.S7")}" />
              </ItemGroup>
            </Project>
            """,
            cancellationToken
        );
        await File.WriteAllTextAsync(
            Path.Combine(program, "nuget.config"),
            $"""<configuration><packageSources><clear /><add key="here" value="{Feed}" /></packageSources></configuration>""",
            cancellationToken
        );
        await DotnetAsync(program, ["build", "-o", "out", "-p:UseSharedCompilation=false"]);
        Assert.That(
            Directory.EnumerateDirectories(Path.Combine(_folder, "packages")).Select(Path.GetFileName),
            Is.EquivalentTo(new[] { "s7opcbridge.s7", "s7opcbridge.isoontcp", "s7opcbridge.words" })
        );

        await using var plc = Sample.StartPlc();
        await using var reader = Sample.StartIn(Path.Combine(program, "out"), "Reader", "127.0.0.1", $"{plc.Port}");
        Assert.That(await reader.ExitAsync(Sample.Patience, cancellationToken), Is.Zero, reader.Output);
        Assert.That(reader.LinesFrom(0), Is.EqualTo(Sample.Printed));
    }

    private static IEnumerable<string?> Libraries() =>
        Directory
            .EnumerateDirectories(Shipped.PathOf("src"))
            .Where(static room => File.Exists(Path.Combine(room, "PublicAPI.Unshipped.txt")))
            .Select(Path.GetFileName);

    private string VersionOf(string id) =>
        Text(Directory.EnumerateFiles(Feed, "*.nupkg").Select(NuspecOf).Single(nuspec => Text(nuspec, "id") == id), "version");

    private static XDocument NuspecOf(string package)
    {
        using var zip = ZipFile.OpenRead(package);
        using var stream = zip.Entries.Single(static entry => entry.Name.EndsWith(".nuspec", StringComparison.Ordinal)).Open();
        return XDocument.Load(stream);
    }

    private static string Text(XDocument nuspec, string key) =>
        nuspec.Descendants().FirstOrDefault(each => each.Name.LocalName == key)?.Value ?? "";

    // No server outlives the build: it would keep the folder.
    private static async Task DotnetAsync(string folder, string[] arguments)
    {
        await using var dotnet = ChildProgram.Start("dotnet", folder, [.. arguments, "-nodeReuse:false", "-nologo"]);
        Assert.That(await dotnet.ExitAsync(TimeSpan.FromMinutes(5), CancellationToken.None), Is.Zero, () => dotnet.Output);
    }
}
