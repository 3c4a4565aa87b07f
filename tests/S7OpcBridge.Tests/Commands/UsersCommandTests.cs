using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Tests;

/// <summary>Standard input belongs to the process: these tests run alone.</summary>
[CancelAfter(60_000)]
[NonParallelizable]
public sealed class UsersCommandTests
{
    [Test]
    public async Task Add_makes_a_file_that_only_its_owner_can_read_and_a_map_can_use()
    {
        using var map = new MapText().With("map.yaml", "server: { users: users.yaml, security: [None] }\nplcs: [ { name: A, host: h } ]");
        var shell = await AddAsync(
            "right-password\n",
            "mes",
            "--role",
            "operator",
            "--role",
            "Supervisor",
            "--file",
            map.PathOf("users.yaml")
        );
        Assert.That((shell.ExitCode, shell.Error), Is.EqualTo((0, "")));
        Assert.That(shell.Output, Does.StartWith("Added: 'mes' with Operator, Supervisor in "));
        if (!OperatingSystem.IsWindows())
            Assert.That(File.GetUnixFileMode(map.PathOf("users.yaml")), Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite));
        var text = await File.ReadAllTextAsync(map.PathOf("users.yaml"));
        Assert.That(text, Does.Contain("$pbkdf2-sha512$").And.Not.Contain("right-password"));

        var (loaded, findings) = map.Load();
        Assert.That(findings, Is.Empty);
        Assert.That(loaded!.Server.Users.Single().Name, Is.EqualTo("mes"));
        Assert.That(loaded.Server.NeedsCertificate, "a password must be encrypted even where nothing else is");
        Assert.That(loaded.Server.Users[0].Password!.Verify("right-password"u8));
    }

    [Test]
    public async Task Add_keeps_the_others_and_changes_one_who_is_there()
    {
        using var folder = new MapText();
        var path = folder.PathOf("users.yaml");
        await AddAsync("password-1\n", "a", "--role", "Observer", "--file", path);
        await AddAsync("password-2\n", "it's b", "--role", "Observer", "--file", path);
        var shell = await AddAsync("password-3\n", "a", "--role", "Engineer", "--file", path);
        Assert.That(shell.Output, Does.StartWith("Changed: 'a' with Engineer"));
        var users = UsersReader.ReadDocument(path, default, new FindingList()).Users;
        Assert.That(
            users.Select(user => $"{user.Name}: {string.Join(' ', user.Roles)}"),
            Is.EqualTo(new[] { "a: Engineer", "it's b: Observer" })
        );
        Assert.That(users[0].Password!.Verify("password-3"u8));
        Assert.That(Directory.GetFiles(Path.GetDirectoryName(path)!), Has.Length.EqualTo(1), "no half-written file is left behind");
    }

    [TestCase(2, "role", "add", "mes")]
    [TestCase(2, "did you mean 'Operator'?", "add", "mes", "--role", "Operater")]
    [TestCase(2, "begins with '-'", "add", "--role", "Operator", "--", "-x")]
    [TestCase(1, "the password has 5 characters", "add", "mes", "--role", "Operator", "--password-stdin")]
    public async Task Wrong_usage_and_bad_passwords_are_sentences(int exitCode, string sentence, params string[] arguments)
    {
        using var folder = new MapText();
        var shell = await RunAsync("short\n", ["users", arguments[0], "--file", folder.PathOf("users.yaml"), .. arguments[1..]]);
        Assert.That(shell.ExitCode, Is.EqualTo(exitCode), shell.Error);
        Assert.That(shell.Error, Does.Contain(sentence).And.Not.Contain("   at "));
        Assert.That(File.Exists(folder.PathOf("users.yaml")), Is.False);
    }

    [Test]
    public async Task A_certificate_stands_for_a_password_or_beside_one()
    {
        using var folder = new MapText();
        var path = folder.PathOf("users.yaml");
        using var certificate = UaTestCertificates.Create("urn:anna");
        await File.WriteAllTextAsync(folder.PathOf("anna.pem"), certificate.ExportCertificatePem());
        var shell = await RunAsync(
            "",
            "users",
            "add",
            "anna",
            "--role",
            "Engineer",
            "--certificate",
            folder.PathOf("anna.pem"),
            "--file",
            path
        );
        Assert.That((shell.ExitCode, shell.Error), Is.EqualTo((0, "")));
        Assert.That(shell.Output, Does.Contain($"s7opcbridge certs trust {certificate.Thumbprint} --users"));
        await RunAsync("password-1\n", "users", "add", "anna", "--role", "Operator", "--password-stdin", "--file", path);
        await RunAsync("password-2\n", "users", "add", "mes", "--role", "Observer", "--password-stdin", "--file", path);
        Assert.That(
            (await RunAsync("", "users", "list", "--file", path)).Output.ReplaceLineEndings("\n"),
            Is.EqualTo($"anna: Operator; password and certificate {certificate.Thumbprint}\nmes: Observer; password\n")
        );
        Assert.That((await RunAsync("", "users", "remove", "anna", "--file", path)).Output, Does.StartWith("Removed: 'anna'"));
        var again = await RunAsync("", "users", "remove", "anna", "--file", path);
        Assert.That(
            (again.ExitCode, again.Error.Trim()),
            Is.EqualTo((1, $"s7opcbridge: there is no user 'anna' in {path}; known are mes"))
        );
        Assert.That(
            (await RunAsync("", "users", "add", "x", "--role", "Observer", "--certificate", "abc", "--file", path)).ExitCode,
            Is.EqualTo(2)
        );
    }

    [Test]
    public async Task A_file_with_faults_is_left_alone()
    {
        using var folder = new MapText();
        var path = folder.PathOf("users.yaml");
        Private(path, "- { name: mes, password: Geheim123, roles: Operator }\n");
        var shell = await AddAsync("right-password\n", "b", "--role", "Observer", "--file", path);
        Assert.That(shell.ExitCode, Is.EqualTo(1));
        Assert.That(
            shell.Error,
            Does.Contain(":1:26: error: the password is not a hash")
                .And.Contain("users add mes --role Operator")
                .And.Not.Contain("Geheim123")
        );
        Assert.That(await File.ReadAllTextAsync(path), Does.Contain("Geheim123"));
    }

    [Test]
    public void A_file_that_others_can_read_is_an_error_with_the_command_that_helps()
    {
        if (OperatingSystem.IsWindows())
            Assert.Ignore("Windows has no file modes.");
        using var map = new MapText().With("map.yaml", "server: { users: users.yaml, security: [None] }\nplcs: [ { name: A, host: h } ]");
        Private(map.PathOf("users.yaml"), "[]");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(map.PathOf("users.yaml"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead);
        Assert.That(
            map.Load().Findings,
            Is.EqualTo(
                new[]
                {
                    "map.yaml:1:18: error: others than its owner have access to the users file 'users.yaml'; type: chmod 600 users.yaml",
                }
            )
        );
    }

    [TestCase(
        "users: nowhere.yaml",
        "map.yaml:1:18: error: there is no users file 'nowhere.yaml'; make it with 's7opcbridge users add NAME --role Operator --map map.yaml'"
    )]
    [TestCase(
        "users: [ { name: a, password: x, roles: Observer } ]",
        "map.yaml:1:41: error: the password is not a hash, and plain text is not accepted; change it where it is used, and make a hash with 's7opcbridge "
            + "users add a --role Operator'"
    )]
    [TestCase(
        "users: [ { name: a, roles: Observer } ]",
        "map.yaml:1:20: error: the user has neither a password nor a certificate; make one with 's7opcbridge users add a --role Operator'"
    )]
    [TestCase(
        "users: [ { name: a, password: $HASH } ]",
        "map.yaml:1:20: error: the user has no roles; add 'roles', some of Observer, Operator, Engineer, Supervisor, ConfigureAdmin, SecurityAdmin"
    )]
    [TestCase(
        "users: [ { name: a, password: $HASH, roles: [Observer] }, { name: a, password: $HASH, roles: [Observer] } ]",
        "error: the user 'a' is given twice, first at map.yaml:1:28; remove one of them"
    )]
    [TestCase(
        "users: [ { name: ' a', password: $HASH, roles: [Observer] } ]",
        "map.yaml:1:28: error: the user name begins or ends with a blank; use another one"
    )]
    [TestCase(
        "users: [ { name: a, password: $HASH, roles: [Observers] } ]",
        "unknown value 'Observers' for 'roles'; did you mean 'Observer'?"
    )]
    public void What_is_wrong_with_a_user_is_told(string users, string finding)
    {
        var hash = new PasswordHash(PasswordHash.MinRounds, new byte[16], new byte[64]);
        var (_, findings) = MapText.Load(
            $"server: {{ {users.Replace("$HASH", $"{hash}")}, security: [None] }}\nplcs: [ {{ name: A, host: h }} ]"
        );
        Assert.That(findings, Has.Some.EndsWith(finding));
    }

    [Test]
    public async Task A_map_that_names_its_users_file_is_enough_also_while_that_is_missing()
    {
        using var folder = new MapText().With(
            "map.yaml",
            "server: { users: secrets/users.yaml, security: [None] }\nplcs: [ { name: A, host: h } ]"
        );
        var shell = await AddAsync("right-password\n", "mes", "--role", "Operator", "--map", folder.PathOf("map.yaml"));
        Assert.That((shell.ExitCode, shell.Error), Is.EqualTo((0, "")));
        Assert.That(
            UsersReader.ReadDocument(folder.PathOf("secrets/users.yaml"), default, new FindingList()).Users.Single().Name,
            Is.EqualTo("mes")
        );
        Assert.That((await RunAsync("", "users", "list", "--map", folder.PathOf("map.yaml"))).Output, Does.StartWith("mes: Operator"));
        Assert.That(
            (await RunAsync("", "users", "list", "--map", folder.PathOf("secrets/users.yaml"))).Output,
            Does.StartWith("mes: Operator"),
            "the file itself will do"
        );
        Assert.That(folder.Load().Findings, Is.Empty);
    }

    [TestCase("security: [None]", "names no users file; add 'users: users.yaml' under 'server'")]
    [TestCase(
        "users: [ { name: a, certificate: 00112233445566778899AABBCCDDEEFF00112233, roles: Observer } ]",
        "are listed in the map itself"
    )]
    public async Task A_map_without_a_users_file_is_told_so_and_nothing_is_written(string server, string expected)
    {
        using var folder = new MapText().With("map.yaml", $"server: {{ {server} }}\nplcs: [ {{ name: A, host: h }} ]");
        var shell = await AddAsync("right-password\n", "mes", "--role", "Operator", "--map", folder.PathOf("map.yaml"));
        Assert.That((shell.ExitCode, shell.Output), Is.EqualTo((1, "")));
        Assert.That(shell.Error, Does.Contain(expected));
        Assert.That((await RunAsync("", "users", "list", "--map", folder.PathOf("none.yaml"))).Error, Does.Contain("there is no file"));
        Assert.That(Directory.GetFiles(Path.GetDirectoryName(folder.PathOf("map.yaml"))!), Has.Length.EqualTo(1));
    }

    [Test]
    public async Task List_names_the_tokens_and_removing_their_maker_removes_them()
    {
        using var folder = new MapText();
        var path = folder.PathOf("users.yaml");
        await AddAsync("password-1\n", "anna", "--role", "Operator", "--file", path);
        var anna = UsersReader.ReadDocument(path, new SourceLocation(new SourceFile(path), 1, 1), new FindingList()).Users[0];
        var key = ScriptToken.KeyOf(anna)!;
        var day = new DateTimeOffset(2026, 1, 31, 12, 0, 0, TimeSpan.Zero);
        TokensFile.Write(
            UsersDocument.TokensBeside(path),
            [
                new ScriptToken("report", "anna", key, ["Operator"], new string('0', 64), day, day.AddDays(30)),
                new ScriptToken(
                    "other",
                    "anna",
                    "of an anna before",
                    ["Observer", "Operator"],
                    new string('1', 64),
                    day,
                    day.AddDays(1),
                    day.AddHours(1)
                ),
            ]
        );
        var listed = (await RunAsync("", "users", "list", "--file", path)).Output.ReplaceLineEndings("\n").Split('\n');
        Assert.That(listed[1], Is.EqualTo("token report of anna: Operator; until 2026-03-02; never used"));
        Assert.That(
            listed[2],
            Is.EqualTo(
                "token other of anna: Observer, Operator; ended with its user's password; until 2026-02-01; last used 2026-01-31 13:00 UTC"
            )
        );
        await AddAsync("password-1\n", "bert", "--role", "Operator", "--file", path);
        Assert.That(TokensFile.Read(UsersDocument.TokensBeside(path)).Select(token => token.Name), Is.EqualTo(new[] { "report" }));
        await RunAsync("", "users", "remove", "anna", "--file", path);
        Assert.That(TokensFile.Read(UsersDocument.TokensBeside(path)), Is.Empty);
    }

    [Test]
    public async Task Revoke_ends_one_token_and_says_which_there_are()
    {
        using var folder = new MapText();
        var path = folder.PathOf("users.yaml");
        await AddAsync("password-1\n", "anna", "--role", "Operator", "--file", path);
        var none = await RunAsync("", "users", "revoke", "report", "--file", path);
        Assert.That(
            (none.ExitCode, none.Error),
            Is.EqualTo((1, $"s7opcbridge: there is no token 'report' in {Tokens()}; there are none\n"))
        );
        var day = new DateTimeOffset(2026, 1, 31, 12, 0, 0, TimeSpan.Zero);
        TokensFile.Write(
            Tokens(),
            [.. new[] { "report", "other" }.Select(name => new ScriptToken(name, "anna", "key", ["Operator"], name, day, day.AddDays(30)))]
        );
        var near = await RunAsync("", "users", "revoke", "raport", "--file", path);
        Assert.That(
            (near.ExitCode, near.Error),
            Is.EqualTo((1, $"s7opcbridge: there is no token 'raport' in {Tokens()}; did you mean 'report'?\n"))
        );
        var done = await RunAsync("", "users", "revoke", "report", "--file", path);
        Assert.That(
            (done.ExitCode, done.Output),
            Is.EqualTo((0, $"Revoked: the token 'report' in {Tokens()}. It admits nobody any more.\n"))
        );
        Assert.That(TokensFile.Read(Tokens()).Select(token => token.Name), Is.EqualTo(new[] { "other" }));

        string Tokens() => UsersDocument.TokensBeside(path);
    }

    [Test]
    public async Task A_tokens_file_that_others_can_read_is_a_warning_of_the_map()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Ignore("Windows has no such modes.");
            return;
        }
        using var folder = new MapText().With(
            "map.yaml",
            "server: { users: users.yaml, security: [None] }\nplcs: [ { name: A, host: h } ]"
        );
        await AddAsync("password-1\n", "anna", "--role", "Operator", "--file", folder.PathOf("users.yaml"));
        TokensFile.Write(folder.PathOf("users.tokens.json"), []);
        Assert.That(folder.Load().Findings, Is.Empty);
        File.SetUnixFileMode(folder.PathOf("users.tokens.json"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead);
        var validated = await RunAsync("", "validate", folder.PathOf("map.yaml"));
        Assert.That((validated.ExitCode, validated.Error), Is.EqualTo((0, validated.Error)));
        Assert.That(validated.Error, Does.Contain("so no token is accepted; type: chmod 600 "));
    }

    private static Task<Shell> AddAsync(string input, params string[] arguments) =>
        RunAsync(input, ["users", "add", "--password-stdin", .. arguments]);

    private static async Task<Shell> RunAsync(string input, params string[] arguments)
    {
        var before = Console.In;
        Console.SetIn(new StringReader(input));
        try
        {
            return await Shell.RunAsync(arguments);
        }
        finally
        {
            Console.SetIn(before);
        }
    }

    private static void Private(string path, string text)
    {
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        using var file = new StreamWriter(path, options);
        file.Write(text);
    }
}
