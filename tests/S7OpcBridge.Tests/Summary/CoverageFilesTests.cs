using System.Xml;
using S7OpcBridge.TestSummary;

namespace S7OpcBridge.Tests.Summary;

/// <summary>What .ci/run says of the lines that tests ran.</summary>
public sealed class CoverageFilesTests
{
    [Test]
    public void A_line_ran_if_it_did_in_any_file_and_counts_once()
    {
        var rooms = Read(
            Room("Pumps", ("Pump.cs", """<line number="1" hits="0"/><line number="2" hits="4"/>""")),
            Room("Pumps", ("Pump.cs", """<line number="1" hits="1"/><line number="2" hits="0"/><line number="3" hits="0"/>"""))
        );
        Assert.That(rooms, Is.EqualTo(new[] { new RoomCoverage("Pumps", 3, 2, 0, 0) }));
    }

    [Test]
    public void Lines_of_two_files_are_two_lines()
    {
        var rooms = Read(Room("Pumps", ("Pump.cs", """<line number="1" hits="1"/>"""), ("Valve.cs", """<line number="1" hits="0"/>""")));
        Assert.That(rooms, Is.EqualTo(new[] { new RoomCoverage("Pumps", 2, 1, 0, 0) }));
    }

    [Test]
    public void Branches_are_those_of_the_run_that_took_more()
    {
        var rooms = Read(
            Room("Pumps", ("Pump.cs", """<line number="1" hits="1" branch="True" condition-coverage="25% (1/4)"/>""")),
            Room("Pumps", ("Pump.cs", """<line number="1" hits="1" branch="True" condition-coverage="75% (3/4)"/>"""))
        );
        Assert.That(rooms, Is.EqualTo(new[] { new RoomCoverage("Pumps", 1, 1, 4, 3) }));
    }

    [Test]
    public void Rooms_come_in_the_order_of_their_names()
    {
        var rooms = Read(
            Room("Valves", ("Valve.cs", """<line number="7" hits="0"/>""")),
            Room("Pumps", ("Pump.cs", """<line number="1" hits="1" condition-coverage="50% (1/2)"/><line number="2" hits="1"/>"""))
        );
        Assert.That(
            rooms.Select(static room => (room.Room, room.LinePercent, room.BranchPercent)),
            Is.EqualTo(new[] { ("Pumps", 100.0, 50.0), ("Valves", 0.0, 100.0) })
        );
    }

    [Test]
    public void The_table_tells_what_the_tests_of_a_room_run_from_what_those_of_others_do()
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-coverage-");
        try
        {
            Put(folder, "Pumps.Tests", Room("pumps", ("Pump.cs", """<line number="1" hits="1"/><line number="2" hits="0"/>""")));
            Put(
                folder,
                "Valves.Tests",
                Room("pumps", ("Pump.cs", """<line number="2" hits="1"/>""")),
                Room("Words", ("Word.cs", """<line number="1" hits="1" condition-coverage="25% (1/4)"/>"""))
            );
            Assert.That(
                CoverageTable.Of(folder.FullName).Skip(2),
                Is.EqualTo(
                    new[] { "| Words | 1 | - | 100.0 % | 4 | - | 25.0 % |", "| pumps | 2 | 50.0 % | 100.0 % | 0 | 100.0 % | 100.0 % |" }
                )
            );
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Test]
    public void A_file_that_ends_in_the_middle_is_told() =>
        Assert.That(() => Read(Room("Pumps", ("Pump.cs", ""))[..40]), Throws.InstanceOf<XmlException>());

    private static string Room(string name, params (string File, string Lines)[] files)
    {
        var classes = files.Select(static file => $"""<class filename="{file.File}"><lines>{file.Lines}</lines></class>""");
        return $"""<coverage><packages><package name="{name}"><classes>{string.Concat(classes)}</classes></package></packages></coverage>""";
    }

    private static void Put(DirectoryInfo folder, string project, params string[] files)
    {
        foreach (var file in files)
        {
            var run = folder.CreateSubdirectory(Path.Combine(project, Guid.NewGuid().ToString()));
            File.WriteAllText(Path.Combine(run.FullName, "coverage.cobertura.xml"), file);
        }
    }

    private static IReadOnlyList<RoomCoverage> Read(params string[] files)
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-coverage-");
        try
        {
            var paths = files.Select((_, index) => Path.Combine(folder.FullName, $"{index}.xml")).ToArray();
            for (var index = 0; index < files.Length; index++)
                File.WriteAllText(paths[index], files[index]);
            return CoverageFiles.Read(paths);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
