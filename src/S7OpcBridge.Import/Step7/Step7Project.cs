using System.Text;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tia;
using S7OpcBridge.Map;
using S7OpcBridge.Map.UserTypes;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Step7;

/// <summary>
/// A project of STEP 7 V5 (the folder of the .s7p, or it as ZIP): symbols from YDBs, the declarations of data blocks, types and function blocks from ombstx.
/// </summary>
internal sealed class Step7Project : SourceReader
{
    private const int Udt = 1, FunctionBlock = 4, DataBlock = 6, BinaryBlock = 10;

    public override string Format => "STEP 7 V5 project";

    public override bool Recognises(Source source) => source.Tree?.Files.Any(path => IsFile(path, "SYMLIST.DBF") || IsFile(path, "SUBBLK.DBF")) == true;

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var encoding = draft.Options.Encoding ?? S7TextEncodings.Windows1252;
        var programs = source.Tree!.Files.Where(path => IsFile(path, "SUBBLK.DBF")).Order(StringComparer.OrdinalIgnoreCase).ToList();
        var lists = source.Tree.Files.Where(path => IsFile(path, "SYMLIST.DBF")).Order(StringComparer.OrdinalIgnoreCase).ToList();
        foreach (var path in lists)
        {
            cancellationToken.ThrowIfCancellationRequested();
            ReadSymbols(source, DbfTable.Open(source.Tree, path, encoding), path, draft);
        }
        foreach (var path in programs)
        {
            cancellationToken.ThrowIfCancellationRequested();
            // Several programs may have a block of the same number: which belongs to which CPU the hardware configuration tells, which is not read.
            var plc = programs.Count > 1 ? $"Program {path.Split('/')[^2].TrimStart('0')}" : "";
            ReadBlocks(source, DbfTable.Open(source.Tree, path, encoding), path, plc, encoding, draft);
        }
        if (programs.Count > 1)
            draft.Note(source.Start, $"the project has {programs.Count} programs; each is a PLC of its own here, and symbols go to the one without a name: "
                + "set the hosts, and remove what is not needed");
    }

    private static void ReadSymbols(Source source, DbfTable table, string path, ImportDraft draft)
    {
        var file = new SourceFile($"{source.File.Path}/{path}");
        for (var record = 0; record < table.Count; record++)
        {
            if (!table.IsDeleted(record))
                new SymbolRow(
                    table.Text(record, "_SKZ"),
                    table.Text(record, "_OPIEC"),
                    table.Text(record, "_DATATYP"),
                    table.Text(record, "_COMMENT"),
                    new SourceLocation(file, record + 1, 1)
                ).AddTo(draft);
        }
    }

    private static void ReadBlocks(Source source, DbfTable table, string path, string plc, Encoding encoding, ImportDraft draft)
    {
        var file = new SourceFile($"{source.File.Path}/{path}");
        var declared = new HashSet<int>();
        var binary = new Dictionary<int, SourceLocation>();
        for (var record = 0; record < table.Count; record++)
        {
            if (table.IsDeleted(record) || table.Whole(record, "SUBBLKTYP") is not { } kind || table.Whole(record, "BLKNUMBER") is not { } number)
                continue;
            var spot = new SourceLocation(file, record + 1, 1);
            var text = kind is Udt or FunctionBlock or DataBlock ? encoding.GetString(table.Memo(record, "MC5CODE")).Trim('\0', ' ', '\r', '\n') : "";
            if (kind == BinaryBlock)
                binary.TryAdd(number, spot);
            if (text.Length == 0)
                continue;
            switch (kind)
            {
                case Udt:
                    BlockText.Read(file, $"TYPE UDT{number}\n{text}\nEND_TYPE", draft, plc);
                    break;
                case FunctionBlock:
                    BlockText.Read(file, $"FUNCTION_BLOCK FB{number}\n{text}\nEND_FUNCTION_BLOCK", draft, plc);
                    break;
                default:
                    if (declared.Add(number))
                        BlockText.Read(file, $"DATA_BLOCK DB{number}\n{text}\nBEGIN\nEND_DATA_BLOCK", draft, plc);
                    break;
            }
        }
        foreach (var (number, spot) in binary)
        {
            if (!declared.Contains(number))
                AddInstance(draft, plc, number, spot, table);
        }
    }

    // An instance has no declaration of its own: its first bytes name the function block. A block that was uploaded from a CPU has none at all.
    private static void AddInstance(ImportDraft draft, string plc, int number, SourceLocation spot, DbfTable table)
    {
        var head = table.Memo(spot.Line - 1, "SSBPART");
        if (head is [0x0A, var low, var high, ..])
            draft.Blocks.Add(
                new ImportedBlock(
                    new UserType($"DB{number}", spot)
                    {
                        SameAs = $"FB{low | (high << 8)}",
                        Db = number,
                        IsFromSource = true,
                    },
                    spot
                )
                {
                    Plc = plc,
                    Number = number,
                }
            );
        else
            draft.LeaveOut(spot, $"DB{number}", head is [0x0B, ..] ? "it is an instance of a system function block, whose members are not "
                + "known" : "the project has only its bytes, not its declaration, since it was uploaded from a CPU");
    }

    private static bool IsFile(string path, string name) =>
        path.Equals(name, StringComparison.OrdinalIgnoreCase) || path.EndsWith("/" + name, StringComparison.OrdinalIgnoreCase);
}
